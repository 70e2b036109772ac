import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true })
})

/** Runs the script in a repository that holds these files. */
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
    ['lib/rpc/a.ts', "import { b } from '../gateway/b'", 'lib/gateway/b'],
    ['lib/rpc/a.ts', "import { b } from '@/lib/gateway/b'", 'lib/gateway/b'],
    ['lib/rpc/a.ts', "import type { b } from '../environment'", 'lib/environment'],
    ['lib/rpc/a.ts', "import type { b } from '../environment.js'", 'lib/environment'],
    ['lib/format/a.ts', "export * from '../rpc/json'", 'lib/rpc/json'],
    ['lib/gateway/a.ts', "import '../indexer/main'", 'lib/indexer/main'],
    ['lib/light/a.ts', "const b = await import('../indexer/store/open')", 'lib/indexer/store/open'],
    ['lib/rpc/a.ts', "import { b } from '../api/b'", 'lib/api/b'],
    ['lib/urls/a.ts', "import { b } from '../environment'", 'lib/environment'],
    ['lib/indexer/store/a.ts', "import { b } from '../ledger/b'", 'lib/indexer/ledger/b'],
    ['lib/indexer/handlers/a.ts', "import {\n  b,\n  c,\n} from '../../light/layouts'", 'lib/light/layouts'],
    ['components/deep/a.tsx', "import { b } from '@/app/page'", 'app/page'],
    ['app/page.tsx', "import { b } from '../lib/indexer/main'", 'lib/indexer/main'],
  ])('refuses in %s: %s', (file, text, target) => {
    const { status, lines } = run({ [file]: text })
    expect(status).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/ imports .* does not know /)])
    expect(lines[0]?.startsWith(`${file} imports `)).toBe(true)
    expect(lines[0]?.endsWith(` does not know ${target}`)).toBe(true)
  })

  it.each([
    ['lib/gateway/a.ts', "import { b } from '../testing/stand-in/b'"],
    ['app/page.tsx', "import { b } from '@/lib/testing/b'"],
  ])('refuses in %s what is made for tests: %s', (file, text) => {
    const { status, lines } = run({ [file]: text })
    expect(status).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/lib\/testing is for tests$/)])
  })

  it.each([
    ['app/page.tsx', "import { ask } from '@/lib/gateway/ask'"],
    ['app/page.tsx', "import { type Network, networks } from '@/lib/gateway/networks'"],
    ['app/a/route.ts', "import { respond } from '@/lib/http/api/api'"],
    ['proxy.ts', "import { readCursor } from './lib/gateway/listing/cursor'"],
    ['lib/http/route-handler.ts', "import { answerApi } from './api/api'"],
    ['app/page.tsx', "import { createServer } from '@/lib/server/server'"],
  ])('refuses in %s what runs in the server: %s', (file, text) => {
    const { status, lines } = run({ [file]: text })
    expect(status).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/ask through lib\/server\/door\.ts$/)])
  })

  it.each([
    [{ 'lib/rpc/a.ts': "import { b } from './b'", 'lib/rpc/b.ts': "import type { A } from './a'" }],
    [
      {
        'app/a.tsx': "import { b } from './b'",
        'app/b.tsx': "import { c } from '@/components/c'",
        'components/c.tsx': "const a = () => import('../app/a')",
      },
    ],
    [{ 'lib/rpc/a.ts': "export { a } from './a'" }],
  ])('refuses a circle, of types alone too: %j', (files) => {
    const { status, lines } = run(files)
    expect(status).toBe(1)
    const names = Object.keys(files).map((name) => name.replace(/\.tsx?$/, ''))
    expect(lines).toContain(`a circle of imports, types included: ${names.join(', ')}`)
  })

  it('names every breach, not only the first', () => {
    const { lines } = run({
      'lib/rpc/a.ts': "import { b } from '../gateway/b'\nimport { c } from '../../app/c'",
      'lib/format/a.ts': "import { b } from '../urls/b'",
    })
    expect(lines).toHaveLength(3)
  })

  it('lets pass what is allowed, packages, tests, names that only begin alike and installed packages', () => {
    const { status, lines } = run({
      'app/page.tsx': "import type { Network } from '@/lib/gateway/networks'\nimport { door } from '@/lib/server/door'",
      'app/a/route.ts': "export { GET } from '@/lib/http/route-handler'\nimport z from 'zod'",
      'lib/indexer/store/a.ts': "import { b } from '../../rpc/json'",
      'lib/rpc/a.ts': "import { c } from '../environmental'",
      'lib/rpc/a.test.ts': "import { b } from '../gateway/b'",
      'lib/gateway/a.ts': "import { b } from '../environment'\nimport { c } from '../once'",
      'lib/api/a.ts': "import type { A } from './b'",
      'lib/api/b.ts': "import { b } from '../rpc/a'",
      'lib/indexer/sandbox/node_modules/x/index.ts': "import { b } from '../../../../gateway/b'",
    })
    expect(lines).toEqual([])
    expect(status).toBe(0)
  })
})
