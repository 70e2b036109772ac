import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { csvFields, csvRecords } from '../lib/format/csv'
import { expect, type Page } from './page'

export async function withoutDisk(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
}

export async function openPanel(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Export…' }).click()
  await expect(page.getByRole('heading', { name: /^Export / })).toBeVisible()
}

export const panel = (page: Page) => page.getByRole('region', { name: /^Export / })

export const announced = (page: Page) => panel(page).getByRole('status')

export const button = (page: Page, name: string) => panel(page).getByRole('button', { name })

export const chooseNdjson = (page: Page) =>
  panel(page)
    .getByLabel(/^NDJSON/)
    .check()

export async function rowsSoFar(page: Page): Promise<number> {
  const [, rows = ''] = /([\d,]+) rows/.exec((await panel(page).textContent()) ?? '') ?? []
  return Number(rows.replaceAll(',', ''))
}

export const rowsReach = (page: Page, rows: number) => expect.poll(() => rowsSoFar(page)).toBeGreaterThanOrEqual(rows)

export async function save(page: Page, begin: () => Promise<void>): Promise<{ name: string; text: string }> {
  const saving = page.waitForEvent('download')
  await begin()
  const download = await saving
  return { name: download.suggestedFilename(), text: fs.readFileSync(await download.path(), 'utf8') }
}

interface End {
  rows: number
  complete: boolean | null
  cursor: string | null
  seams?: { afterRow: number; reason: string }[]
  sha256: string
}

export function readNdjson(text: string): { hashes: string[]; end: End } {
  const lines = text.trimEnd().split('\n').slice(1)
  const { end } = JSON.parse(lines.pop() ?? '') as { end: End }
  expect(end.sha256).toBe(
    createHash('sha256')
      .update(text.slice(0, text.lastIndexOf('{"end"')))
      .digest('hex'),
  )
  expect(end.rows).toBe(lines.length)
  return { hashes: lines.map((line) => JSON.parse(line).hash), end }
}

export function readCsv(text: string): Record<string, string>[] {
  const [names = [], ...rows] = csvRecords(text)
    .filter((record) => !record.startsWith('# '))
    .map(csvFields)
  return rows.map((fields) => Object.fromEntries(fields.map((field, i) => [names[i], field])))
}
