import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'

const SOURCE = 'export const least = (a: number, b: number) => (a < b ? a : b)\nexport const none = null\n'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true })
})

/** Checks a list of mutations of one file. */
function check(...mutations: object[]) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'mutate-'))
  folders.push(root)
  fs.mkdirSync(path.join(root, 'lib/testing/mutations/planted'), { recursive: true })
  fs.writeFileSync(path.join(root, 'source.ts'), SOURCE)
  fs.writeFileSync(path.join(root, 'source.test.ts'), '')
  const list = mutations.map((members, i) => ({ file: 'source.ts', kind: 'made', harm: `harm ${i + 1}`, ...members }))
  fs.writeFileSync(path.join(root, 'lib/testing/mutations/planted/made.mjs'), `export default ${JSON.stringify(list)}`)
  const script = path.join(import.meta.dirname, 'mutate.mjs')
  const { status, stderr, stdout } = spawnSync(process.execPath, [script, '--root', root, '--check'], {
    encoding: 'utf8',
  })
  return { status, lines: (stdout + stderr).trim().split('\n') }
}

it('a list of mutations passes where each stands once in its file and can be parsed', () => {
  expect(
    check(
      { find: '(a < b', put: '(a <= b' },
      { find: 'a < b ?', put: 'a > b ?', near: ['.'] },
      { find: 'null', put: '0', near: ['gone.test.ts'], equivalent: 'nobody asks' },
    ),
  ).toEqual({ status: 0, lines: ['3 mutations fit the sources'] })
})

it('mutations that no longer fit the sources are named, each with what is wrong, and nothing is run', () => {
  const { status, lines } = check(
    { find: '(a < b', put: '(a > b' },
    { find: 'gone', put: '' },
    { find: 'export', put: '' },
    { find: '(a < b', put: '(a < < b' },
    { find: '(a < b', put: '(a < b' },
    { find: '(a < b', put: '(a > b', near: ['gone.test.ts'] },
    { file: 'gone.ts', near: [], find: 'a', put: 'b' },
    { find: 'a < b', put: 'a > b', harm: 'harm 1' },
  )
  expect(status).toBe(1)
  expect(lines).toEqual([
    'source.ts: harm 1: is listed twice',
    'source.ts: harm 2: no longer applies: its text stands there 0 times, not once',
    'source.ts: harm 3: no longer applies: its text stands there 2 times, not once',
    expect.stringMatching(/^source\.ts: harm 4: does not parse: Expected/),
    'source.ts: harm 5: changes nothing',
    'source.ts: harm 6: the tests near it, gone.test.ts, are not there',
    expect.stringMatching(/^gone\.ts: harm 7: ENOENT/),
    '7 of 8 mutations do not fit the sources',
  ])
})
