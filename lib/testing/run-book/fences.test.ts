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

describe('a page is read', () => {
  const page = [
    'text `npm start` and `a field`',
    '## One',
    '',
    '- item',
    '',
    '  ```sh run network',
    '  a b',
    '  ```',
    '```yaml',
    'c: 1',
    '```',
  ]
  const text = `${page.join('\n')}\n\n\`\`\`sh skip="for a good reason"\nnpm test\n\`\`\`\nand [it](../deploy/a/b.yml#x)\n`

  test('fence by fence, with what is to be done with each', () => {
    expect(fencesOf('x', text)).toEqual([
      { place: 'x:6', section: 'One', language: 'sh', doing: { do: 'run', network: true }, text: 'a b\n' },
      { place: 'x:9', section: 'One', language: 'yaml', doing: null, text: 'c: 1\n' },
      {
        place: 'x:13',
        section: 'One',
        language: 'sh',
        doing: { do: 'skip', why: 'for a good reason' },
        text: 'npm test\n',
      },
    ])
    expect(fencesOf('x', '```sh skip="no"\n```\n')[0]?.doing).toBeNull()
  })

  test('with the commands and files that it names elsewhere', () => {
    expect(inlineCommandsOf('x', text)).toEqual(['npm start'])
    expect(linkedFilesOf('x', text)).toEqual(['deploy/a/b.yml'])
  })
})
