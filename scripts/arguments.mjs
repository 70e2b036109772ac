// The command line of `leafscan`: which command, and what its flags set. Never repeats what may hold a key.
import fs from 'node:fs'
import { parseArgs } from 'node:util'

class ArgumentError extends Error {
  /** @override */
  name = 'ArgumentError'
}

/**
 * `variable`: what the flag sets, for the command that runs (a number's is another one for the indexer alone). `takes`: its
 * value, as help shows it. `problem`: what is wrong with a value.
 * @typedef {{ takes?: string, variable?: (command: Command) => string, problem?: (value: string) => string | null }} Flag
 * @typedef {'start' | 'indexer' | 'verify' | 'snapshot' | 'restore'} Command
 */

/** Scheme, host and port, with the name of its network: all that a flag may hold, since `ps` shows it to everybody. */
const PLAIN_URL =
  /^(?:[a-z0-9][a-z0-9._-]*=)?https?:\/\/(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?\/?$/i

const PORTS = 'a whole number from 1 to 65535'

/** @param {string} value */
const isPort = (value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535

/** What is wrong with a list of plain URLs, if anything. @param {string} value @param {string} what @param {string} variable */
function urlProblem(value, what, variable) {
  const found = value.split(',').map((url) => PLAIN_URL.exec(url))
  if (found.includes(null)) return notPlain(what, variable)
  return found.every((parts) => isPort(parts?.[1] ?? '1')) ? null : `expected ${PORTS} as a URL's port`
}

/** As in lib/platform/misspelt-url.ts. @param {string} file */
const isUrl = (file) => /:\/\/|https?(:|\/\/)/i.test(file)

/** @param {string} what @param {string} variable */
const notPlain = (what, variable) =>
  `expected ${what} of scheme, host and port alone: ps shows flags to every user of this machine. A URL with user-info, a path or a query may hold a key: give it by the environment, in ${variable}`

/** @param {string} folder */
const isFolder = (folder) => fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true

/** @type {Record<string, Flag>} */
const FLAGS = {
  ledger: {
    takes: 'sandbox|FOLDER|URL',
    variable: () => 'LEDGER',
    problem: (value) =>
      value === 'sandbox' || isFolder(value)
        ? null
        : urlProblem(value, 'sandbox, a folder that exists, or http(s) URLs', 'LEDGER'),
  },
  indexer: {
    takes: 'URL',
    variable: () => 'INDEXER_URL',
    problem: (value) => urlProblem(value, 'http(s) URLs', 'INDEXER_URL'),
  },
  port: {
    takes: 'N',
    variable: (command) => (command === 'indexer' ? 'INDEXER_PORT' : 'PORT'),
    problem: (value) => (isPort(value) ? null : `expected ${PORTS}`),
  },
  'read-only': {},
  history: {},
  sample: {
    takes: 'N',
    problem: (value) => (/^[1-9]\d{0,14}$/.test(value) ? null : 'expected a whole number from 1'),
  },
  help: {},
  version: {},
}

/** @type {Record<Command, { flags: string[], file?: boolean, does: string }>} */
const COMMANDS = {
  start: {
    flags: ['ledger', 'indexer', 'port'],
    does: 'runs the explorer, with an indexer of its own unless one is named',
  },
  indexer: { flags: ['ledger', 'port', 'read-only'], does: 'runs the indexer alone' },
  verify: { flags: ['ledger', 'sample'], does: "checks the indexer's store; exit code 1 when it is not sound" },
  snapshot: {
    flags: ['ledger', 'history'],
    file: true,
    does: "writes the indexer's store as one file, or the explorer's status history",
  },
  restore: { flags: ['ledger', 'history'], file: true, does: 'makes a store or a history from such a file' },
}

const ALWAYS = ['help', 'version']

/**
 * A word as it may be repeated: a longer or an odd one may be a misplaced URL or key.
 * @param {string} word
 */
const shown = (word) => (/^(?:-{0,2}[a-z][a-z-]{0,19})$/.test(word) ? word : '(not shown)')

/**
 * What to do: `variables` for the environment, `words` for the command.
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 * @returns {{ do: 'help' | 'version' } | { do: Command, variables: Record<string, string>, words: string[] }}
 * @throws {ArgumentError}
 */
export function readArguments(args, env) {
  const { tokens } = parseArgs({
    args,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(FLAGS).map(([name, { takes }]) => [name, { type: takes ? 'string' : 'boolean' }]),
    ),
  })
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  const [word = 'start', ...rest] = words
  const command = Object.hasOwn(COMMANDS, word) ? /** @type {Command} */ (word) : 'start'
  const { file: takesFile, flags } = COMMANDS[command]
  const allowed = [...flags, ...ALWAYS].map((name) => `--${name}`).join(', ')
  /** @type {Map<string, string | undefined>} */
  const given = new Map()
  for (const token of tokens) {
    if (token.kind === 'option-terminator') throw new ArgumentError(`-- has no meaning here; allowed: ${allowed}`)
    if (token.kind === 'positional') {
      assertCommand(words[0])
      continue
    }
    const { name, rawName, value, inlineValue } = token
    const flag = Object.hasOwn(FLAGS, name) ? FLAGS[name] : undefined
    if (flag === undefined || rawName !== `--${name}` || !allowed.split(', ').includes(rawName)) {
      const of = command === 'start' ? 'leafscan' : `leafscan ${command}`
      throw new ArgumentError(`${shown(rawName)} is no flag of ${of}; allowed: ${allowed}`)
    }
    if (given.has(name)) throw new ArgumentError(`${rawName} is given twice`)
    if (!flag.takes && value !== undefined) throw new ArgumentError(`${rawName} takes no value`)
    if (flag.takes && (!value || (!inlineValue && value.startsWith('-'))))
      throw new ArgumentError(`${rawName} has no value; expected ${rawName} ${flag.takes}`)
    const wrong = value === undefined ? null : flag.problem?.(value)
    if (wrong) throw new ArgumentError(`${rawName}: ${wrong}`)
    given.set(name, value)
  }
  for (const name of ALWAYS) if (given.has(name)) return { do: /** @type {'help' | 'version'} */ (name) }

  const [file, ...more] = takesFile ? rest : ['', ...rest]
  if (takesFile && !file) throw new ArgumentError(`${command} needs the name of a file: leafscan ${command} FILE`)
  if (takesFile && file && isUrl(file))
    throw new ArgumentError(`${command}: FILE is a URL; expected the name of a file`)
  if (more.length > 0)
    throw new ArgumentError(
      `${more.map(shown).join(' ')}: ${command} takes ${takesFile ? 'one FILE' : 'nothing'} beside ${allowed}`,
    )
  const isElsewhere = given.has('indexer') ? '--indexer' : command === 'start' && env.INDEXER_URL ? 'INDEXER_URL' : null
  if (given.has('ledger') && isElsewhere)
    throw new ArgumentError(
      `--ledger is for the embedded indexer, which does not run beside ${isElsewhere}: leave one out`,
    )

  /** @type {Record<string, string>} */
  const variables = {}
  /** @type {string[]} */
  const passed = takesFile || command === 'verify' ? [command] : []
  if (file) passed.push(file)
  for (const [name, value] of given) {
    const { variable } = /** @type {Flag} */ (FLAGS[name])
    if (variable) variables[variable(command)] = String(value)
    else passed.push(`--${name}`, ...(value === undefined ? [] : [value]))
  }
  return { do: command, variables, words: passed }
}

/** @param {string} word */
function assertCommand(word = '') {
  const commands = Object.keys(COMMANDS).filter((name) => name !== 'start')
  if (!commands.includes(word))
    throw new ArgumentError(`${shown(word)} is no command; allowed: ${commands.join(', ')}, or none to start`)
}

export function helpText() {
  const lines = Object.entries(COMMANDS).map(([name, { flags, file, does }]) => {
    const words = ['leafscan', ...(name === 'start' ? [] : [name]), ...(file ? ['FILE'] : [])]
    const values = flags.map((flag) => `[--${flag}${FLAGS[flag]?.takes ? ` ${FLAGS[flag].takes}` : ''}]`)
    return `  ${[...words, ...values].join(' ')}\n      ${does}`
  })
  return `The web explorer for compressed state on Solana.

${lines.join('\n')}

--ledger: what the embedded indexer follows: the sandbox, a folder of blocks, or a Solana node (LEDGER)
--indexer: the indexer to show, in place of the embedded one (INDEXER_URL)
--port: where the explorer listens, or the indexer when it runs alone (PORT, INDEXER_PORT)

Everything else comes from the environment; docs/configuration.md in the package has all variables. Flags win over them.
URLs with a key belong there too: flags take scheme, host and port alone. Relative paths and DATA_DIR (.data) start in
the working folder.`
}
