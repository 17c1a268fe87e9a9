"""The examples of the guide run, one after the other."""
import contextlib
import io
import os
import pathlib
import unittest

HERE = pathlib.Path(__file__).resolve().parents
GUIDE = pathlib.Path(os.environ.get("MANYPLY_GUIDE") or HERE[3] / "docs/guide", "python.md")


class Guide(unittest.TestCase):
    def test_its_examples_run(self):
        names, said = {}, io.StringIO()
        for number, part in enumerate(GUIDE.read_text().split("```python\n")[1:]):
            code = part.split("```")[0]
            try:
                with contextlib.redirect_stdout(said):
                    exec(compile(code, f"example {number + 1} of {GUIDE}", "exec"), names)
            except ImportError as error:
                self.assertEqual(error.name, "pandas")
        self.assertIn("loss 2 ['a6a5', 'b4a5']", said.getvalue())
        self.assertIn("e2e9", said.getvalue())


if __name__ == "__main__":
    unittest.main()
