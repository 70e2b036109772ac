import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true })
})

function run(files: Record<string, string>) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'check-imports-'))
  folders.push(root)
  const script = path.join(root, 'scripts', 'check-imports.mjs')
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    fs.writeFileSync(path.join(root, name), text)
  }
  fs.mkdirSync(path.dirname(script), { recursive: true })
  fs.copyFileSync(path.join(import.meta.dirname, 'check-imports.mjs'), script)
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  return { status, lines: stderr.split('\n').filter((line) => line !== '') }
}

describe('check-imports', () => {
  it.each([
    ['lib/protocol/a.ts', "import { b } from '../upstream/b'", 'lib/upstream/b'],
    ['lib/protocol/a.ts', "import { b } from '@/lib/upstream/b'", 'lib/upstream/b'],
    ['lib/format/a.ts', "export * from '../protocol/rpc/json'", 'lib/protocol/rpc/json'],
    ['lib/format/a.ts', "import type { b } from '../platform/environment.js'", 'lib/platform/environment'],
    ['lib/upstream/a.ts', "import '../indexer/main'", 'lib/indexer/main'],
    ['lib/protocol/light/a.ts', "const b = await import('../../indexer/store/open')", 'lib/indexer/store/open'],
    ['lib/account/a.ts', "import { b } from '../transaction/b'", 'lib/transaction/b'],
    ['lib/indexer/store/a.ts', "import { b } from '../ledger/b'", 'lib/indexer/ledger/b'],
    [
      'lib/indexer/handlers/a.ts',
      "import {\n  b,\n  c,\n} from '../../protocol/light/layouts'",
      'lib/protocol/light/layouts',
    ],
    ['components/deep/a.tsx', "import { b } from '@/lib/upstream/b'", 'lib/upstream/b'],
  ])('refuses in %s: %s', (file, text, target) => {
    const { status, lines } = run({ [file]: text })
    expect(status).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/ imports .* may not import /)])
    expect(lines[0]?.startsWith(`${file} imports `)).toBe(true)
    expect(lines[0]?.endsWith(` may not import ${target}`)).toBe(true)
  })

  it.each([
    ['lib/upstream/a.ts', "import { b } from '../testing/stand-in/b'"],
    ['app/page.tsx', "import { b } from '@/lib/testing/b'"],
  ])('refuses in %s what is made for tests: %s', (file, text) => {
    const { status, lines } = run({ [file]: text })
    expect(status).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/lib\/testing is for tests$/)])
  })

  it.each([
    [{ 'lib/protocol/a.ts': "import { b } from './b'", 'lib/protocol/b.ts': "import type { A } from './a'" }],
    [
      {
        'app/a.tsx': "import { b } from './b'",
        'app/b.tsx': "import { c } from '@/components/c'",
        'components/c.tsx': "const a = () => import('../app/a')",
      },
    ],
    [{ 'lib/protocol/a.ts': "export { a } from './a'" }],
  ])('refuses a circle, of types alone too: %j', (files) => {
    const { status, lines } = run(files)
    expect(status).toBe(1)
    const names = Object.keys(files).map((name) => name.replace(/\.tsx?$/, ''))
    expect(lines).toContain(`a circle of imports, types included: ${names.join(', ')}`)
  })

  it('refuses a circle of folders beside each other, wherever they lie', () => {
    const { status, lines } = run({
      'lib/format/one/a.ts': "import { b } from '../two/b'",
      'lib/format/two/b.ts': "import { c } from './c'",
      'lib/format/two/c.ts': "import { d } from '../one/d'",
      'lib/format/one/d.ts': '',
      'lib/format/e.ts': "import { a } from './one/a'",
    })
    expect(status).toBe(1)
    expect(lines).toEqual(['a circle of folders in lib/format: one, two'])
  })

  it.each([
    ['without a name', 'const a = once(() => 1)', /^lib\/api\/b\.ts calls once\(\) without a name/],
    [
      'by a name that another value has',
      "const a = once('counts', () => 1)",
      /^lib\/api\/b\.ts makes 'counts' .* lib\/api\/a\.ts /,
    ],
    ['beside once()', "const a = Symbol.for('a')", /^lib\/api\/b\.ts calls Symbol\.for/],
  ])('refuses what a process keeps %s', (_, text, breach) => {
    const { status, lines } = run({
      'lib/api/a.ts':
        "import { once } from '../platform/once'\nconst a = once(\n  'counts',\n  () => new Map())\nemitter.once('end', a)",
      'lib/api/b.ts': `import { once } from '../platform/once'\n${text}`,
    })
    expect(lines).toEqual([expect.stringMatching(breach)])
    expect(status).toBe(1)
  })

  it('names every breach, not only the first', () => {
    const { lines } = run({
      'lib/protocol/a.ts': "import { b } from '../upstream/b'\nimport { c } from '../../app/c'",
      'lib/format/a.ts': "import { b } from '../page/b'",
    })
    expect(lines).toHaveLength(3)
  })

  it('lets pass what is allowed, packages, tests, names that only begin alike and installed packages', () => {
    const { status, lines } = run({
      'app/page.tsx': "import { ask } from '@/lib/listing/ask'\nimport { main } from '../lib/indexer/main'",
      'app/a/route.ts': "export { GET } from '@/lib/account/api'\nimport z from 'zod'",
      'lib/indexer/store/a.ts': "import { b } from '../../protocol/rpc/json'",
      'lib/protocol/a.ts': "import { c } from '../upstreams/c'",
      'lib/protocol/a.test.ts': "import { b } from '../upstream/b'",
      'lib/upstream/a.ts': "import { b } from '../platform/environment'\nimport { c } from '../api/once'",
      'lib/api/a.ts': "import type { A } from './b'",
      'lib/api/b.ts': "import { b } from '../protocol/a'",
      'lib/indexer/sandbox/node_modules/x/index.ts': "import { b } from '../../../../upstream/b'",
    })
    expect(lines).toEqual([])
    expect(status).toBe(0)
  })
})
