import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unitTests } from './run-tests.mjs'

const REPOSITORY = path.resolve(import.meta.dirname, '../../..')

const FILES = {
  'package.json': '{ "type": "module" }',
  'source.ts': `export const least = (a: number, b: number) => (a < b ? a : b)
export const most = (a: number, b: number) => (a > b ? a : b)
export const name = 'made'
`,
  'source.test.ts': `import { expect, test } from 'vitest'
import { least } from './source'
test('the least of two', () => expect(least(1, 2)).toBe(1))
`,
  'far/away.test.ts': `import { expect, test } from 'vitest'
import { most } from '../source'
test('the most of two', () => expect(most(1, 2)).toBe(2))
`,
}

const mutation = (members: object) => ({ file: 'source.ts', kind: 'made', harm: 'a harm', ...members })
const NEAR = mutation({ find: '(a < b', put: '(a > b', harm: 'seen near' })
const FAR = mutation({ find: '(a > b', put: '(a < b', harm: 'seen far away' })
const UNSEEN = mutation({ find: "'made'", put: "'other'", harm: 'seen by nobody' })
const SAME = mutation({
  find: 'a < b ?',
  put: 'a <= b ?',
  harm: 'no harm',
  equivalent: 'of equals either is the least',
})

let folder: string
let project: string
let temporary: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mutate-test-'))
  project = path.join(folder, 'project')
  temporary = path.join(folder, 'tmp')
  fs.mkdirSync(temporary)
  for (const [name, text] of Object.entries(FILES)) write(name, text)
  fs.symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(project, 'node_modules'))
})

afterEach(() => fs.rmSync(folder, { recursive: true }))

function write(name: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(project, name)), { recursive: true })
  fs.writeFileSync(path.join(project, name), text)
}

const list = (...mutations: object[]) =>
  write('lib/testing/mutations/planted/made.mjs', `export default ${JSON.stringify(mutations)}`)

const sources = () => Object.keys(FILES).map((name) => fs.readFileSync(path.join(project, name), 'utf8'))

function start(...options: string[]) {
  // Not as a part of the tests that run here.
  const noVitest = Object.fromEntries(
    Object.keys(process.env).flatMap((name) => (/^VITEST/.test(name) ? [[name, undefined]] : [])),
  )
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'mutate.mjs'), '--root', project, ...options], {
    env: { ...process.env, ...noVitest, TMPDIR: temporary },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'close').then(([status]: number[]) => ({ status, output }))
  return { child, ended }
}

const run = (...options: string[]) => start(...options).ended

describe('mutations', () => {
  it('are judged by the tests near them first, then by all, and told with who noticed', async () => {
    list(NEAR, FAR, UNSEEN, SAME)
    const { status, output } = await run()
    expect(status).toBe(1)
    expect(output).toContain('survived:\n  source.ts: seen by nobody\n')
    expect(output).toContain('66.7 % of 3 killed')
    const { mutations, equivalent } = JSON.parse(
      fs.readFileSync(path.join(project, 'reports/mutations.json'), 'utf8'),
    ) as { mutations: object[]; equivalent: object[] }
    expect(mutations).toMatchObject([
      { harm: 'seen by nobody', verdict: 'survived' },
      {
        harm: 'seen far away',
        verdict: 'killed',
        by: expect.stringMatching(/^far\/away\.test\.ts › the most of two: expected 1 to be 2/),
      },
      { harm: 'seen near', verdict: 'killed', by: expect.stringMatching(/^source\.test\.ts › the least of two: /) },
    ])
    expect(equivalent).toMatchObject([{ harm: 'no harm', reason: 'of equals either is the least' }])
    expect(sources()).toEqual(Object.values(FILES))
    expect(fs.readdirSync(temporary)).toEqual([])
  })

  it('that are all noticed end well', async () => {
    list(NEAR, UNSEEN)
    expect(await run('--near', '--only', 'seen near')).toMatchObject({ status: 0 })
  })

  it('are not judged by tests that fail without them', async () => {
    list(NEAR)
    write('source.test.ts', FILES['source.test.ts'].replace('toBe(1)', 'toBe(3)'))
    const { status, output } = await run()
    expect(status).toBe(1)
    expect(output).toContain('tests do not pass without a mutation: failed source.test.ts › the least of two')
  })

  it('leave nothing behind when the script is interrupted', async () => {
    list(NEAR, FAR, UNSEEN)
    const { child, ended } = start()
    child.stdout.on('data', (text: string) => {
      if (text.includes('first the tests')) child.kill('SIGINT')
    })
    expect(await ended).toMatchObject({ status: 130 })
    expect(sources()).toEqual(Object.values(FILES))
    expect(fs.readdirSync(temporary)).toEqual([])
  })

  it('that make a loop without end are ended, with all that runs for them', async () => {
    write('source.test.ts', FILES['source.test.ts'].replace('test(', 'for (;;);\ntest('))
    const ran = await unitTests(project, ['source.test.ts'], { limitMs: 2_000, workers: 1 })
    expect(ran).toEqual({ outcome: 'timed out', by: '' })
  })

  it('that make a test hang are told apart from those that make one fail', async () => {
    write(
      'source.test.ts',
      `import { test } from 'vitest'\ntest('waits', { timeout: 10 }, () => new Promise(() => {}))`,
    )
    const ran = await unitTests(project, ['source.test.ts'], { limitMs: 60_000, workers: 1 })
    expect(ran).toEqual({
      outcome: 'timed out',
      by: expect.stringMatching(/^source\.test\.ts › waits: Test timed out/),
    })
  })

  it('are not counted as noticed where no test ran', async () => {
    const ran = await unitTests(project, ['nothing-here'], { limitMs: 60_000, workers: 1 })
    expect(ran).toMatchObject({ outcome: 'broken', by: expect.stringContaining('no test ran') })
  })
})
