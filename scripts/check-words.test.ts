import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true })
})

const GLOSSARY = `# Glossary

## Words to avoid

| Avoid | Say | Where | Except |
|---|---|---|---|
| \`look\`, \`looks\` | check | names | \`looksLikeUrl\`, \`look-alike\` |
| \`Step\` | a name that says of what | whole names | |
| \`verdict\` | completeness | names in lib/list | |
| \`taken back\` | rolled back | prose | |
| \`Nothing heard\` | No updates | anywhere | |
`

/** Runs the script in a repository that holds a glossary and this file. */
function run(file: string, text: string, ...args: string[]) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'check-words-'))
  folders.push(root)
  for (const [name, content] of [
    ['docs/glossary.md', GLOSSARY],
    [file, text],
  ] as const) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    fs.writeFileSync(path.join(root, name), content)
  }
  const script = path.join(root, 'scripts', 'check-words.mjs')
  fs.mkdirSync(path.dirname(script), { recursive: true })
  fs.copyFileSync(path.join(import.meta.dirname, 'check-words.mjs'), script)
  spawnSync('git', ['init', '-q', root])
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  return { status, stdout, lines: stderr.split('\n').filter((line) => line !== '') }
}

describe('check-words', () => {
  it.each([
    ['const lastLook = 1', 'lastLook'],
    ['const FIRST_LOOK = 1', 'FIRST_LOOK'],
    [`const a = \`b \${look.at} c\``, 'look'],
    ['const a = b / look / c', 'look'],
    [`const a = \`\${f(\`\${look}\`)}\``, 'look'],
  ])('finds a word in an identifier: %s', (text, name) => {
    const { status, lines } = run('lib/a.ts', `${text}\n`)
    expect(status).toBe(1)
    expect(lines).toEqual([`lib/a.ts:1: ${name}: say check`])
  })

  it.each([
    "const a = 'look'",
    `const a = \`look \${b} looks\``,
    '// look at this',
    '/* a look */ const looksLikeUrl = 1',
    'const a = /look/u',
    'const overlook = outlooks',
    'const step = 1',
    'const verdict = 1',
    "const a = '\\'look' // 'looks",
  ])('lets pass: %s', (text) => {
    expect(run('lib/a.ts', `${text}\n`)).toMatchObject({ status: 0, lines: [] })
  })

  it('takes the text between two tags for text', () => {
    const markup =
      'export const A = ({ look }) => (\n  <p className="look">\n    Have a look here <b>look</b>\n  </p>\n)\n'
    expect(run('lib/a.tsx', markup).lines).toEqual(['lib/a.tsx:1: look: say check'])
  })

  it.each([
    '<p>Point at it; drag to look closer</p>',
    '<p>{a}. It looks the same</p>',
    '<p>limit= takes a look</p>',
    '<p>{a} has a look at it {b}</p>',
  ])('takes the text of markup for text: %s', (markup) => {
    expect(run('lib/a.tsx', `const a = ${markup}\n`).lines).toEqual([])
  })

  it.each([
    'function f(a: Array<string>) { g() } const look = <p />',
    'const a = b > look; const c = <p />',
    'const a = <p title={b}>{look}</p>',
  ])('finds a word in code beside markup: %s', (code) => {
    expect(run('lib/a.tsx', `${code}\n`).lines).toEqual(['lib/a.tsx:1: look: say check'])
  })

  it('finds a word in the name of a file', () => {
    expect(run('lib/last-look.test.ts', '').lines).toEqual(['lib/last-look.test.ts:1: last-look.test.ts: say check'])
    expect(run('lib/look-alike.ts', '').lines).toEqual([])
  })

  it('finds types that are called so, and words of some folders alone', () => {
    expect(run('lib/a.ts', 'interface Step {}\ntype StepName = Step\n').lines).toEqual([
      'lib/a.ts:1: interface Step: say a name that says of what',
    ])
    expect(run('lib/list/a.ts', 'const verdictOf = 1\n').lines).toEqual([
      'lib/list/a.ts:1: verdictOf: say completeness',
    ])
  })

  it('finds phrases in comments and documents, over the end of a line too', () => {
    expect(run('lib/a.ts', "const a = 'taken back'\n/*\n * Blocks are taken\n * back.\n */\n").lines).toEqual([
      'lib/a.ts:3: taken * back: say rolled back',
    ])
    expect(run('deploy/a.yml', 'Taken back.\n').lines).toEqual(['deploy/a.yml:1: Taken back: say rolled back'])
    expect(run('lib/a.ts', "const a = 'Nothing heard'\n").lines).toEqual(['lib/a.ts:1: Nothing heard: say No updates'])
  })

  it('counts, and looks at the named folders alone', () => {
    expect(run('lib/a.ts', 'look(look, looks)\n', '--count').stdout).toMatch(
      /^ +2 in +1 files {2}look \(names\)\n +1 in +1 files {2}looks /,
    )
    expect(run('lib/a.ts', 'look()\n', 'app')).toMatchObject({ status: 0, lines: [] })
  })

  it('reads every folder where none is named, new ones too', () => {
    expect(run('lib/new/a.ts', 'look()\n')).toMatchObject({ status: 1, lines: ['lib/new/a.ts:1: look: say check'] })
  })
})
