// Pictures of the running page, for the README: `node pictures.mjs DIRECTORY`.

import { opened, withServer } from "./server.mjs";

const PAGES = {
  minichess: "#game=minichess&moves=c2c3+c5c4+d2d3+c4d3+e2d3&at=5",
  threechess: "#game=threechess&moves=BD2BD4+GD2GD4+RD2RD4+BB1BC3&at=4",
  hop: "#game=hop&moves=22-23+66-65+42-43&at=3",
  gomoku: "#game=gomoku&moves=h8+h9+i8+g8+j9+k10+i9+g9+i10&at=9",
  hexnim: "#game=hexnim&position=......%23/......./%23....../.%23...../..%23%23%23..&moves=2,1,2,3+5,3,2,3&at=2",
};

const directory = process.argv[2] ?? ".";
await withServer(async (browser, address) => {
  for (const [name, path] of Object.entries(PAGES)) {
    const page = await opened(browser, address, path, { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 });
    await page.locator("#analyse").click();
    await page.waitForFunction(() => document.querySelectorAll("#lines li").length > 0, null, { timeout: 60_000 });
    await page.waitForTimeout(3000);
    await page.screenshot({ path: `${directory}/serve-${name}.png` });
    await page.context().close();
  }
});
