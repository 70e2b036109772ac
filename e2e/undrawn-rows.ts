import type { Page } from '@playwright/test'

/** How many rows of a list the browser has not drawn yet, and so does not tell readers of. lib/server/framework/paint-first.ts */
export const undrawnRows = (page: Page): Promise<number> =>
  page
    .locator('main .rows .row td:first-child')
    .evaluateAll(
      (cells) =>
        cells.filter((cell) => cell.checkVisibility() && !cell.checkVisibility({ contentVisibilityAuto: true })).length,
    )
