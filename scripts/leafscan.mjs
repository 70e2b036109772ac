#!/usr/bin/env node
// The command `leafscan`: in the package, which is built, and in a clone, which builds when its sources changed.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { helpText, readArguments } from './arguments.mjs'

const root = path.resolve(import.meta.dirname, '..')
const isClone = fs.existsSync(path.join(root, 'tsconfig.json'))

/** @param {unknown} error @param {number} code @returns {never} */
function fail(error, code) {
  console.error(`Leafscan: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(code)
}

function asked() {
  try {
    return readArguments(process.argv.slice(2), process.env)
  } catch (error) {
    return fail(error, 2)
  }
}

const wanted = asked()
if ('variables' in wanted) await run(wanted)
else
  console.log(
    wanted.do === 'help' ? helpText() : JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).version,
  )

/** @param {Extract<typeof wanted, { variables: object }>} wanted */
async function run({ do: command, variables, words }) {
  if (!isClone && !fs.existsSync(path.join(root, 'dist', 'server.mjs')))
    fail('this package was packed without a build; in the clone that it comes from, npm run pack makes one with it', 1)
  // Relative paths start here, not in the package; INIT_CWD would be the folder of an npm that runs around it.
  Object.assign(process.env, { LEAFSCAN_FOLDER: process.cwd(), INIT_CWD: process.cwd() }, variables)
  const program = command === 'start' ? 'scripts/start.mjs' : isClone ? 'scripts/indexer.mjs' : 'dist/indexer.mjs'
  const file = path.join(root, program)
  process.argv = [process.execPath, file, ...(command === 'start' && !isClone ? ['--built'] : words)]
  if (process.env.npm_command === 'exec') endWithShell()
  await import(pathToFileURL(file).href)
}

/** npx starts commands by a shell, and SIGTERM to npx ends that shell alone. */
function endWithShell() {
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  timer.unref()
}
