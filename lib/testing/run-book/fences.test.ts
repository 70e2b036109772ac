import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { FILES, INLINE } from './accounted'
import { fencesOf, inlineCommandsOf, linkedFilesOf, RUN_BOOK } from './fences'

const root = path.resolve(import.meta.dirname, '../../..')

describe.each(RUN_BOOK)('%s', (page) => {
  test.each(fencesOf(page))('$place: what its commands are for is said behind the language', ({ doing }) => {
    // ```sh run, ```sh serve, ```sh start, or ```sh skip="the reason": deploy/run-book.nightly.test.ts.
    expect(doing).not.toBeNull()
  })

  test('each command in a sentence or a table is tried somewhere', () => {
    expect(inlineCommandsOf(page).filter((command) => !(command in INLINE))).toEqual([])
  })

  test('each file that it links to is used somewhere', () => {
    expect(linkedFilesOf(page).filter((file) => !(file in FILES))).toEqual([])
    for (const file of linkedFilesOf(page)) expect(fs.existsSync(path.join(root, file)), file).toBe(true)
  })

  test('what one of its fences copies is there', () => {
    for (const { text } of fencesOf(page)) {
      for (const [, file = ''] of text.matchAll(/^cp (deploy\/\S+)/gm)) {
        expect(fs.existsSync(path.join(root, file)), file).toBe(true)
      }
    }
  })
})
