import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { stripVTControlCharacters } from 'node:util'
import { chromium } from '@playwright/test'
import { SYSTEM_BROWSERS } from '../lib/testing/system-browsers.mjs'

/** A browser that takes longer counts as broken. */
const STARTS_WITHIN_MS = 60_000
/** For one install command, so that a stalled download ends and the next method is tried. */
const INSTALLS_WITHIN_MS = 1_200_000

/**
 * The machine, as tests replace it.
 * @typedef {object} Machine
 * @property {string | undefined} chosen CHROMIUM_PATH
 * @property {string} own path of Playwright's build
 * @property {string[]} system paths of other browsers
 * @property {string[]} systems its distribution in /etc/os-release: ID, then ID_LIKE
 * @property {string[] | null} asRoot prefix of a command to run as root; null without that right
 * @property {(file: string) => Promise<string | null>} problemWith why this browser does not start; null if it does
 * @property {(command: string[]) => boolean} run whether it succeeded; its output is shown
 * @property {(text: string) => void} say
 */

const PLAYWRIGHT = [process.execPath, createRequire(import.meta.url).resolve('@playwright/test/cli')]
const PLAYWRIGHT_BY_HAND = 'npx playwright install --with-deps chromium'

/**
 * Finds a browser that starts: CHROMIUM_PATH, Playwright's own build, a system Chromium or Chrome. Otherwise downloads
 * Playwright's, or installs the distribution's.
 * @param {Machine} machine
 * @returns {Promise<string>} its path
 * @throws Error in one sentence: CHROMIUM_PATH is wrong, or how to install a browser
 */
export async function ensureBrowser(machine = thisMachine()) {
  const { chosen, own, system, say, run, problemWith } = machine
  if (chosen) {
    const problem = await problemWith(chosen)
    if (problem === null) return chosen
    throw new Error(`CHROMIUM_PATH=${chosen} ${problem}: name the file of a Chromium or Chrome, or unset it`)
  }
  const find = async () => {
    for (const file of [own, ...system]) {
      const problem = await problemWith(file)
      if (problem === null) return file
      if (problem.startsWith('does not start')) say(`${file} ${problem}`)
    }
    return null
  }
  const found = await find()
  if (found) return found
  say('No Chromium or Chrome starts here.')
  for (const { title, commands } of waysToInstall(machine)) {
    say(`Installing ${title} …`)
    // Only the last command has to succeed: an outdated package list may suffice.
    if (!commands.map(run).at(-1)) continue
    const installed = await find()
    if (installed) return installed
  }
  const type = machine.systems[0] === 'debian' ? 'sudo apt-get install chromium' : PLAYWRIGHT_BY_HAND
  throw new Error(
    `No Chromium or Chrome starts here and none could be installed: type \`${type}\`, or set CHROMIUM_PATH to the file of one`,
  )
}

/**
 * Ways to install a browser, in the order of trial.
 * @param {Pick<Machine, 'systems' | 'asRoot'>} machine
 * @returns {{ title: string, commands: string[][] }[]}
 */
export function waysToInstall({ systems, asRoot }) {
  const ways = [{ title: "Playwright's own build", commands: [[...PLAYWRIGHT, 'install', 'chromium']] }]
  if (!asRoot) return ways
  /** @param {string[]} words */
  const apt = (...words) => [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-y', ...words]
  // Ubuntu's package only installs a snap, which takes half an hour to fail in a container.
  if (systems[0] === 'ubuntu') {
    ways.push({ title: 'the libraries that it needs', commands: [[...PLAYWRIGHT, 'install-deps', 'chromium']] })
  } else if (systems.includes('debian')) {
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const install = apt('install', '--no-install-recommends', name, 'fonts-dejavu-core')
      ways.push({ title: `the package ${name}`, commands: [apt('update'), install] })
    }
  }
  return ways
}

/** @returns {Machine} */
function thisMachine() {
  const own = chromium.executablePath()
  const release = fs.existsSync('/etc/os-release') ? fs.readFileSync('/etc/os-release', 'utf8') : ''
  return {
    chosen: process.env.CHROMIUM_PATH,
    own,
    system: SYSTEM_BROWSERS,
    systems: ['ID', 'ID_LIKE'].flatMap((key) => {
      const [, value = ''] = new RegExp(`^${key}="?([^"\n]*)`, 'm').exec(release) ?? []
      return value.split(' ').filter(Boolean)
    }),
    // Lazy, since sudo reports a refusal to the administrator.
    get asRoot() {
      if (process.getuid?.() === 0) return []
      return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : null
    },
    problemWith: (file) => problemWith(file, file === own),
    run: ([program = '', ...args]) =>
      spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: INSTALLS_WITHIN_MS }).status === 0,
    say: console.log,
  }
}

/**
 * @param {string} file
 * @param {boolean} isOwn then Playwright chooses its headless build.
 */
async function problemWith(file, isOwn) {
  try {
    if (!fs.statSync(file).isFile()) return 'is not a file'
    fs.accessSync(file, fs.constants.X_OK)
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    return code === 'EACCES' ? 'is not executable for this user' : 'is not there'
  }
  try {
    const browser = await chromium.launch({ ...(!isOwn && { executablePath: file }), timeout: STARTS_WITHIN_MS })
    await browser.close()
    return null
  } catch (error) {
    return `does not start (${reasonOf(error)})`
  }
}

/** The last line that a browser printed, or Playwright's error message. @param {unknown} error */
function reasonOf(error) {
  const lines = stripVTControlCharacters(error instanceof Error ? error.message : String(error)).split('\n')
  const printed = lines.filter((line) => line.includes('[err]')).map((line) => line.replace(/.*\[err\]\s*/, ''))
  return (printed.at(-1) ?? lines[0]?.replace('browserType.launch: ', '') ?? '').trim().slice(0, 200)
}
