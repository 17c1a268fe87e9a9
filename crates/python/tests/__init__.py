"""Tests of the client, against the program that ``manyply.find_program`` finds: ``python -m unittest`` beside it."""
