import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true })
})

const SHEETS = {
  'docs/spec/README.md': ['# Specification'],
  'docs/spec/design.md': [
    '# Design',
    '## 2. Principles',
    '1. **Never a wrong digit.** All of them.',
    '## 4. Surface',
    '### 4.2 Environment',
    '| `PROBE_SECONDS` | 5 |',
    '## 5. Semantics',
    '**Owner listings.** Chunks.',
  ],
  'docs/spec/interface.md': ['# Interface', '## 4. Endpoints', '### 4.3 byOwner', '## 7. Errors', '1. One.', '2. Two.'],
  'docs/spec/facts/features.md': [
    '# Features',
    '## 0. Before',
    '### 0.1 One',
    '| 15 | links |',
    '## (a) Table',
    '| 1 | search |',
    '| 2 | links |',
    '| 3 | filters |',
    '## (e) Ideas',
    '1. Completeness.',
  ],
  'docs/spec/facts/reliability.md': [
    '# Reliability',
    '## (b) Semantics',
    '**Constants.**',
    '## (c) Faults',
    '| F01 | x |',
    '| F02 | y |',
    '| F04 | z |',
  ],
}

function run(files: Record<string, string> = {}) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'check-citations-'))
  folders.push(root)
  const sheets = Object.entries(SHEETS).map(([name, lines]) => [name, `${lines.join('\n')}\n`] as const)
  for (const [name, text] of [...sheets, ...Object.entries(files)]) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    fs.writeFileSync(path.join(root, name), text)
  }
  const script = path.join(root, 'scripts', 'check-citations.mjs')
  fs.mkdirSync(path.dirname(script), { recursive: true })
  // Its own comments cite sheets that do not exist here.
  const source = fs.readFileSync(path.join(import.meta.dirname, 'check-citations.mjs'), 'utf8')
  fs.writeFileSync(script, source.replace(/^(?:\/\/.*\n)+/, ''))
  spawnSync('git', ['init', '-q', root])
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  return { status, lines: stderr.split('\n').filter((line) => line !== '') }
}

describe('check-citations', () => {
  it.each([
    'design.md',
    'design.md 4 and 5.',
    'design.md 2 (1)',
    'design.md 5, "Owner listings"). It says 3 checks.',
    'facts/reliability.md (c) F01, F02 and F04',
    'reliability.md (b), "Constants"; (c) F04',
    'features.md 0.1 15, a1 to a3; e1',
    'features.md a1-2',
    'Interface 4.3, design.md 4.2.',
    'Interface 7.2 names none',
    'interface, part 4',
    'docs/spec/design.md#4-surface',
    'an interface 9 of ours',
  ])('lets pass: %s', (text) => {
    expect(run({ 'lib/a.ts': `/** ${text} */\n` })).toEqual({ status: 0, lines: [] })
  })

  it.each([
    ['design.md 4.1.', 'design.md 4.1'],
    ['design.md 2 (2)', 'design.md (2)'],
    ['facts/reliability.md (d)', 'reliability.md (d)'],
    ['features.md a1-4', 'features.md 4'],
    ['features.md e2', 'features.md e2'],
    ['Interface 4.3, 4.4', 'Interface 4.4'],
    ['Interface part 8', 'Interface 8'],
  ])('refuses a part that is not there: %s', (text, part) => {
    const { status, lines } = run({ 'lib/a.ts': `const a = 1\n/** ${text} */\n` })
    expect(status).toBe(1)
    expect(lines).toEqual([`lib/a.ts:2: ${part}: the sheet has no such part`])
  })

  it.each(['review.md 2', 'docs/on-call.md', 'facts/design.md 4'])(
    'refuses a document that is not there: %s',
    (text) => {
      expect(run({ 'lib/a.ts': `/* ${text} */\n` }).lines).toEqual([
        `lib/a.ts:1: ${text.split(' ')[0]}: there is no such document`,
      ])
    },
  )

  it('reads a citation over the end of a line of a comment', () => {
    expect(run({ 'lib/a.ts': '/*\n * See design.md\n * 4.9 for it.\n */\n' }).lines).toEqual([
      'lib/a.ts:2: design.md 4.9: the sheet has no such part',
    ])
    expect(run({ 'lib/a.mjs': '// See design.md 4.2 and\n// 4.9 for it.\n' }).lines).toEqual([
      'lib/a.mjs:1: design.md 4.9: the sheet has no such part',
    ])
  })

  it('refuses links that lead nowhere, to files and to headings', () => {
    const readme = [
      '# A',
      '[b](docs/b.md) [c](docs/c.md) [d](docs/b.md#two-words) [e](docs/b.md#three) [f](#a) [g](#b)',
      '![h](docs/h.png) [i](https://example.com/x.md) [j](docs)',
      '```',
      '[k](nowhere.txt)',
      '```',
    ]
    const { lines } = run({
      'README.md': readme.join('\n'),
      'docs/b.md': '## Two, words\n',
    })
    expect(lines).toEqual([
      'README.md:2: the link docs/c.md leads nowhere',
      'README.md:2: the link docs/b.md#three: docs/b.md has no heading #three',
      'README.md:2: the link #b: README.md has no heading #b',
      'README.md:3: the link docs/h.png leads nowhere',
    ])
  })

  it('refuses two sheets of one name', () => {
    expect(run({ 'docs/spec/design.md': '# A\n', 'docs/spec/facts/design.md': '# B\n' }).lines[0]).toMatch(
      /another sheet is called design\.md/,
    )
  })
})
