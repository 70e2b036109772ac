import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true })
})

const CONFIG = 'export default { poweredByHeader: false, images: { unoptimized: true } }'

function lock(packages: Record<string, string>): string {
  const entries = Object.entries(packages).map(([name, version]) => [`node_modules/${name}`, { version }])
  return JSON.stringify({ lockfileVersion: 3, packages: Object.fromEntries(entries) })
}

function run(files: Record<string, string> = {}) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'check-security-'))
  folders.push(root)
  const all = { 'package-lock.json': lock({ next: '16.4.5' }), 'next.config.mjs': CONFIG, ...files }
  for (const [name, text] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    fs.writeFileSync(path.join(root, name), text)
  }
  const scripts = path.join(root, 'scripts')
  fs.mkdirSync(scripts, { recursive: true })
  for (const name of ['check-security.mjs', 'lock.mjs']) {
    fs.copyFileSync(path.join(import.meta.dirname, name), path.join(scripts, name))
  }
  const { status, stderr } = spawnSync(process.execPath, [path.join(scripts, 'check-security.mjs')], {
    encoding: 'utf8',
  })
  return { status, lines: stderr.split('\n').filter((line) => line !== '') }
}

describe('check-security', () => {
  it('lets pass what keeps the rules', () => {
    expect(run({ 'app/owner/[owner]/page.tsx': 'export default function Page() {}' })).toEqual({ status: 0, lines: [] })
  })

  it.each([
    [{ next: '16.4.4' }, 'node_modules/next is 16.4.4, at least 16.4.5 is needed'],
    [{ next: '15.9.9' }, 'node_modules/next is 15.9.9'],
    [{ next: '16.4.5-canary.1' }, 'node_modules/next is 16.4.5-canary.1'],
    [{ undici: '7.24.3' }, 'at least 7.24.4'],
    [{ satori: '9.9.9' }, 'must not be a dependency'],
    [{ 'a/node_modules/@vercel/og': '1.0.0' }, 'must not be a dependency'],
  ])('refuses the packages %j', (packages, words) => {
    const { status, lines } = run({ 'package-lock.json': lock(packages as unknown as Record<string, string>) })
    expect(status).toBe(1)
    expect(lines).toEqual([expect.stringContaining(words)])
  })

  it('takes newer ones', () => {
    for (const version of ['16.4.6', '16.10.0', '17.0.0']) {
      expect(run({ 'package-lock.json': lock({ next: version }) }).status, version).toBe(0)
    }
  })

  it.each([
    ['app/act.ts', "'use server'\nexport async function act() {}", 'server actions'],
    ['app/page.tsx', "export async function Page() {\n  'use server'\n}", 'server actions'],
    ['lib/kept.ts', "'use cache: remote'", 'the framework’s cache'],
    ['components/picture.tsx', "import Image from 'next/image'", 'the image optimizer'],
    ['app/og/route.tsx', "import { ImageResponse } from 'next/og'", 'images from text'],
    ['lib/url.ts', 'process.env.NEXT_PUBLIC_URL', 'variables that the build writes'],
    ['proxy.ts', 'NextResponse.rewrite(url)', 'rewrites'],
    ['components/raw.tsx', '<p dangerouslySetInnerHTML={{ __html }} />', 'markup from text'],
    ['lib/api/a.ts', 'response.writeHead = (...args) => {}', 'methods of Node’s servers'],
    ['lib/api/a.ts', 'http.createServer = mine', 'methods of Node’s servers'],
    ['lib/api/a.ts', 'ServerResponse.prototype.end = mine', 'methods of Node’s servers'],
    ['lib/api/a.ts', "target.startsWith('/_next/static/')", 'what the framework does inside'],
    ['lib/api/a.ts', "headers['x-nextjs-cache']", 'what the framework does inside'],
    ['lib/upstream/other.ts', "await fetch('https://elsewhere')", 'the server goes out through'],
    ['lib/server/other.ts', 'http.request({ host })', 'the server goes out through'],
    ['lib/status/alerts/other.ts', '(secure ? https : http).request({})', 'the server goes out through'],
    ['lib/indexer/other.ts', 'wayTo(target, true)', 'the server goes out through'],
    ['app/[...all]/page.tsx', '', 'no route may take every path'],
    ['app/[[...all]]/page.tsx', '', 'no route may take every path'],
    ['next.config.mjs', 'export default { images: { unoptimized: true } }', 'poweredByHeader'],
    ['next.config.mjs', 'export default { poweredByHeader: false }', 'images.unoptimized'],
    ['next.config.mjs', CONFIG.replace('{', '{ rewrites() {},'), 'rewrites'],
    ['next.config.mjs', CONFIG.replace('{', '{ i18n: {},'), 'i18n'],
  ])('refuses %s with %j', (file, text, words) => {
    const { status, lines } = run({ [file]: text })
    expect(status).toBe(1)
    expect(lines).toEqual([expect.stringContaining(words)])
    expect(lines[0]).toContain(file.startsWith('app/[') ? file.split('/').slice(0, 2).join('/') : file)
  })
})
