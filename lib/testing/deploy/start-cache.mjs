// Runs the shipped nginx and Varnish configurations as any user, on free ports, before any explorers. Changes only lines marked
// "# yours", and seconds or rates that the caller names.
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../../../scripts/free-port.mjs'

const shipped = path.resolve(import.meta.dirname, '../../../deploy')
const READY_WITHIN_MS = 15_000

/** Debian's server folders are not on every user's path. */
const PATHS = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`

/**
 * For benchmarks; tests use tools.ts.
 * @param {string} program
 */
export function isInstalled(program) {
  return PATHS.split(':').some((folder) => folder !== '' && fs.existsSync(path.join(folder, program)))
}

/** @param {string} name */
export function shippedText(name) {
  return fs.readFileSync(path.join(shipped, name), 'utf8')
}

/**
 * Texts of a shipped file and their replacements.
 * @typedef {Record<string, string>} Replace
 */

/**
 * @param {string[]} explorers base URLs
 * @param {{ trustForwardedFor?: boolean, replace?: Replace, workers?: number }} [more]
 */
export async function startNginx(explorers, { trustForwardedFor = false, replace = {}, workers = 2 } = {}) {
  const port = await freePort()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-nginx-'))
  const config = withYourLines(shippedText('nginx.conf'), (line) => {
    if (line.includes('server 127.0.0.1:3000')) return perExplorer(explorers, line, '127.0.0.1:3000')
    if (line.includes('proxy_cache_path')) return line.replace('/var/cache/nginx-leafscan', `${folder}/cache`)
    if (line.includes('listen 80')) return line.replace('80', `127.0.0.1:${port}`)
    if (line.includes('listen [::]')) return ''
    if (line.includes('set_real_ip_from')) return trustForwardedFor ? 'set_real_ip_from 127.0.0.1;' : ''
    if (line.includes('real_ip_header')) return trustForwardedFor ? 'real_ip_header X-Forwarded-For;' : ''
    throw new Error(`nobody knows what to put for: ${line}`)
  })
  fs.writeFileSync(path.join(folder, 'leafscan.conf'), replaced(config, replace))
  // A distribution's nginx.conf around it; its folders belong to another user.
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  fs.writeFileSync(
    path.join(folder, 'nginx.conf'),
    `daemon off;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes ${workers};
    pid ${folder}/nginx.pid;
    error_log stderr error;
    events { worker_connections 4096; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      types { image/svg+xml svg; application/atom+xml atom; application/json json; text/plain txt; }
      include ${folder}/leafscan.conf;
    }`,
  )
  return runServer('nginx', ['-e', 'stderr', '-c', `${folder}/nginx.conf`], port, folder, 'SIGQUIT')
}

/**
 * @param {string[]} explorers base URLs
 * @param {{ replace?: Replace, parameters?: Record<string, string | number> }} [more]
 */
export async function startVarnish(explorers, { replace = {}, parameters = {} } = {}) {
  const port = await freePort()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-varnish-'))
  const [first, ...others] = explorers.map((url) => new URL(url))
  if (!first) throw new Error('there is no explorer to stand before')
  const text = shippedText('varnish.vcl')
  const backend = /^backend explorer_1 \{\n[\s\S]*?^\}$/m.exec(text)?.[0] ?? ''
  /** @param {string} block @param {URL} address */
  const addressed = (block, { hostname, port }) =>
    block.replace('"127.0.0.1"', `"${hostname}"`).replace('"3000"', `"${port}"`)
  /** @param {number} n */
  const named = (n) => backend.replaceAll('explorer_1', `explorer_${n + 2}`).replaceAll('# yours', '')
  const config = withYourLines(text, (line) => {
    if (line.includes('.host') || line.includes('.port')) return addressed(line, first)
    if (line.includes('more explorers')) return others.map((url, n) => addressed(named(n), url)).join('\n')
    const [director] = /\w+(?=\.add_backend)/.exec(line) ?? []
    if (director) {
      return others.map((_, n) => `${director}.add_backend(explorer_${n + 2});`).join('\n')
    }
    throw new Error(`nobody knows what to put for: ${line}`)
  })
  fs.writeFileSync(path.join(folder, 'leafscan.vcl'), replaced(config, replace))
  const options = Object.entries(parameters).flatMap(([name, value]) => ['-p', `${name}=${value}`])
  const args = ['-F', '-j', 'none', '-n', `${folder}/work`, '-T', 'none', '-s', 'malloc,64m', ...options]
  const files = ['-a', `127.0.0.1:${port}`, '-f', `${folder}/leafscan.vcl`]
  return runServer('varnishd', [...args, ...files], port, folder, 'SIGTERM')
}

/**
 * Changes the lines that end in "# yours", and no others.
 * @param {string} text
 * @param {(line: string) => string} change
 */
export function withYourLines(text, change) {
  return text.replace(/^.*# yours$/gm, (line) => change(line.slice(0, -'# yours'.length)))
}

/**
 * One line for each explorer, after the one that the file has.
 * @param {string[]} explorers
 * @param {string} line
 * @param {string} address
 */
function perExplorer(explorers, line, address) {
  return explorers.map((url) => line.replace(address, new URL(url).host)).join('\n')
}

/**
 * For seconds and rates that a test cannot wait for. Each text must be in the file.
 * @param {string} text
 * @param {Replace} replace
 */
function replaced(text, replace) {
  return Object.entries(replace).reduce((all, [from, to]) => {
    if (!all.includes(from)) throw new Error(`the shipped file has no ${from}`)
    return all.replaceAll(from, to)
  }, text)
}

/**
 * Runs a server until it listens on `port`; `folder` goes with it.
 * @param {string} program
 * @param {string[]} args
 * @param {number} port
 * @param {string} folder
 * @param {NodeJS.Signals} ending the signal that it takes as the end
 */
export async function runServer(program, args, port, folder, ending) {
  const child = spawn(program, args, { env: { ...process.env, PATH: PATHS }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  /** @param {Buffer} text */
  const collect = (text) => {
    output += text
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  let ended = false
  /** @type {Promise<void>} */
  const end = new Promise((resolve) => {
    const settle = () => {
      ended = true
      resolve()
    }
    child.once('exit', settle)
    child.once('error', settle)
  })
  const stop = async () => {
    if (!ended) child.kill(ending)
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await end
    clearTimeout(late)
    fs.rmSync(folder, { recursive: true, force: true })
  }
  const deadline = Date.now() + READY_WITHIN_MS
  while (!(await listens(port))) {
    if (ended || Date.now() > deadline) {
      await stop()
      throw new Error(`${program} does not run:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url: `http://127.0.0.1:${port}`, port, pid: child.pid, output: () => output, stop }
}

/** @param {number} port @returns {Promise<boolean>} */
function listens(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/**
 * @param {string} program
 * @param {string} flag
 */
export function versionOf(program, flag) {
  const { stdout, stderr } = spawnSync(program, [flag], { env: { ...process.env, PATH: PATHS }, encoding: 'utf8' })
  return /\d+\.\d+(\.\d+)?/.exec(`${stdout}${stderr}`)?.[0] ?? 'unknown'
}
