import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true })
})

function linesAbout(markup: string): string[] {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'check-translated-'))
  folders.push(root)
  const files = {
    'tsconfig.json': '{ "compilerOptions": { "jsx": "preserve", "strict": true, "types": [] }, "include": ["**/*"] }',
    'jsx.d.ts': 'declare namespace JSX { interface Element {} interface IntrinsicElements { [name: string]: any } }',
    'components/a.tsx': `declare const name: string, count: number, on: boolean
declare function Mark(): JSX.Element
declare function Note(): JSX.Element | null
declare function Since(): string
export const a = ${markup}`,
  }
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    fs.writeFileSync(path.join(root, file), text)
  }
  const script = path.join(import.meta.dirname, 'check-translated.mjs')
  return spawnSync(process.execPath, [script, root], { encoding: 'utf8' })
    .stderr.split('\n')
    .filter((line) => line.startsWith('components/'))
}

test.each([
  ['changes beside a text', '<p>Slot {count}</p>'],
  ['changes beside an element', '<p><Mark /> {name}</p>'],
  ['comes and goes', "<p><Mark />{on && 'later'}</p>"],
  ['is what a component returns', '<p><Mark /><Since /></p>'],
  ['has something put before it', '<p>{on && <Mark />} later</p>'],
  ['has a component before it that may be nothing', '<p><Note /> later</p>'],
  ['goes with its fragment', '<p>{on && <>later <Mark /></>}</p>'],
])('refuses a text that %s', (_, markup) => {
  expect(linesAbout(markup)).toEqual([expect.stringMatching(/^components\/a\.tsx:5: /)])
})

test.each([
  ['the only child', '<p>{name}</p>'],
  ['one text of several parts', "<p>{'Slot ' + count}</p>"],
  ['in an element of its own', '<p>Slot <b>{count}</b></p>'],
  ['always the same', '<p>Slot <Mark /></p>'],
  ['before what comes and goes', '<p>later {on && <Mark />}</p>'],
  ['not translated', '<p translate="no"><Mark /> {name}</p>'],
])('takes one that is %s', (_, markup) => {
  expect(linesAbout(markup)).toEqual([])
})
