// A bare page of the same framework: what Next.js and React cost before a line of ours is added. It is made and built in
// the run that compares with it, so that a new version of the framework moves both sides.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { freePort } from '../scripts/free-port.mjs'
import { cpuMsOf, root, runToEnd, start } from './processes.mjs'

/** Below the repository's root, where its node_modules are found; `dist` is ignored by git, types and lint. */
const folder = path.join(root, 'dist', `bench-bare-app-${process.pid}`)

const next = createRequire(import.meta.url).resolve('next/dist/bin/next')

const FILES = {
  'package.json': JSON.stringify({ name: 'bare', private: true, type: 'module' }),
  'next.config.mjs': `export default {
    turbopack: { root: ${JSON.stringify(root)} },
    outputFileTracingRoot: ${JSON.stringify(root)},
    poweredByHeader: false,
  }`,
  'app/layout.jsx': `export default function Layout({ children }) {
    return <html lang="en"><body>{children}</body></html>
  }`,
  'app/page.jsx': `export const dynamic = 'force-dynamic'
  export default function Page() {
    return <main><h1>Bare</h1></main>
  }`,
  // A constant of the wanted size, made once: what the framework takes for handing over that many bytes.
  'app/constant/[bytes]/route.js': `export const dynamic = 'force-dynamic'
  const texts = new Map()
  export async function GET(request, { params }) {
    const bytes = Number((await params).bytes)
    const text = texts.get(bytes) ?? JSON.stringify('x'.repeat(bytes - 2))
    texts.set(bytes, text)
    return new Response(text, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } })
  }`,
}

let built = false

async function build() {
  if (built) return
  for (const [file, text] of Object.entries(FILES)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), text)
  }
  await runToEnd([next, 'build'], { cwd: folder, env: { NODE_ENV: 'production' } })
  built = true
}

/**
 * The bare app under way: its page is at `/`, constants at `/constant/<bytes>`.
 * @template T
 * @param {(app: { url: string, cpuMs: () => number }) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withBareApp(use) {
  await build()
  const port = await freePort()
  const server = await start([next, 'start', '-p', String(port), '-H', '127.0.0.1'], 'Ready in', { cwd: folder })
  try {
    return await use({ url: `http://127.0.0.1:${port}`, cpuMs: () => cpuMsOf(server.pid) })
  } finally {
    await server.stop()
  }
}

/** Removes what was built; for the end of a run. */
export function removeBareApp() {
  fs.rmSync(folder, { recursive: true, force: true })
}
