// Holds the words of docs/glossary.md, "Words to avoid": a line per place that uses one, exit code 1 when there is any.
//   node scripts/check-words.mjs [folder or file …]    places
//   node scripts/check-words.mjs --count               how often each word stands where it should not
// It reads identifiers, comments and texts apart: `names` are parts of identifiers and of file names, `whole names` are types,
// interfaces and classes that are called so, `prose` is comments and documents, `anywhere` is all of it.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const args = process.argv.slice(2)
const isCount = args.includes('--count')
const only = args.filter((arg) => !arg.startsWith('--'))

/** The glossary names the words, the specification quotes others, its own test makes some up. */
const LEFT_OUT =
  /^docs\/(?:glossary\.md|spec\/)|^e2e\/transcripts\/|^bench\/results\/|^scripts\/check-words\.(?:mjs|test\.ts)$/
/** @type {(keyof Kinds)[]} */
const KINDS = ['names', 'comments', 'texts']
const CODE = /\.(?:m?[jt]sx?|cjs)$/
const PROSE = /\.(?:md|css|ya?ml|sql|conf|vcl|service)$/

/** @param {string} cell */
const quoted = (cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, word = '']) => word)

/**
 * A word to avoid, and where it was found.
 * @typedef {object} Rule
 * @property {string} word
 * @property {string} say what to say in its place
 * @property {string} scope names, whole names, prose or anywhere
 * @property {string[]} within folders; none: everywhere
 * @property {Set<string>} except
 * @property {number} found
 * @property {Set<string>} files
 */

/** The rules of the glossary's table. @returns {Rule[]} */
function rules() {
  const text = fs.readFileSync(path.join(root, 'docs/glossary.md'), 'utf8')
  const table = text.slice(text.indexOf('## Words to avoid')).match(/^\|.*\|$/gm) ?? []
  return table.slice(2).flatMap((row) => {
    const [avoid = '', say = '', where = '', except = ''] = row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    const [, scope, folders = ''] = /^(names|whole names|prose|anywhere)(?: in (.+))?$/.exec(where) ?? []
    if (!scope) throw new Error(`docs/glossary.md: ${where}: no such place for a word`)
    const within = folders === '' ? [] : folders.split(',').map((folder) => folder.trim())
    return quoted(avoid).map((word) => ({
      word,
      say,
      scope,
      within,
      except: new Set(quoted(except)),
      found: 0,
      files: new Set(),
    }))
  })
}

/** Where a slash begins a regular expression rather than dividing. */
const BEFORE_REGEX = /(?:^|[=(,:;!&|?{}[\]+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|await|yield))\s*$/

/**
 * Text of markup: between two tags, between a value and the closing tag, and four words or more behind a value. It holds none
 * of the signs of code, but may have a semicolon, and an equals sign as in `limit=`.
 */
const MARKUP_TEXT = [
  /^(>)((?:[^<>{}=;()|&]|(?<=\w)=(?=[ \w]))*[A-Za-z](?:[^<>{}=;()|&]|(?<=\w)=(?=[ \w])|;(?= [a-z]))*)(?=[<{])/,
  /^(\})([^<>{}=;()|&]*[A-Za-z][^<>{}=;()|&]*)(?=<\/)/,
  /^(\})([^<>{}=;()|&]*[a-z]+(?: [a-z]+){3,}[^<>{}=;()|&]*)(?=[<{])/,
]

/** @typedef {{ names: string, comments: string, texts: string }} Kinds */

/**
 * Source text with its kinds told apart, each the whole length with the rest blank, so that lines stay.
 * @param {string} source
 * @param {boolean} isMarkup
 * @returns {Kinds}
 */
function apart(source, isMarkup) {
  /** @type {Kinds} */
  const kinds = { names: '', comments: '', texts: '' }
  /** @param {string} text */
  const blank = (text) => text.replace(/[^\n]/g, ' ')
  /** @param {keyof Kinds} kind @param {string} text */
  const add = (kind, text) => {
    for (const name of KINDS) kinds[name] += name === kind ? text : blank(text)
  }
  /** Depths of braces at which a template goes on. @type {number[]} */
  const templates = []
  let depth = 0
  let at = 0
  /** @param {number} from */
  const template = (from) => {
    const end = /(?:[^\\`$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)?/y
    end.lastIndex = from
    const [text] = end.exec(source) ?? ['']
    add('texts', text)
    at = from + text.length
    if (text.endsWith('${')) templates.push(depth++)
  }
  while (at < source.length) {
    const rest = source.slice(at, at + 4_000)
    const token =
      /^(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/)/.exec(source.slice(at, at + 20_000)) ??
      /^(?:'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*")/.exec(rest)
    if (token) {
      add(token[0].startsWith('/') ? 'comments' : 'texts', token[0])
      at += token[0].length
    } else if (rest[0] === '`') {
      add('texts', '`')
      template(at + 1)
    } else if (rest[0] === '}' && templates.at(-1) === depth - 1) {
      depth = templates.pop() ?? 0
      add('texts', '}')
      template(at + 1)
    } else if (rest[0] === '/' && BEFORE_REGEX.test(source.slice(Math.max(0, at - 40), at))) {
      const [pattern] = /^\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/.exec(rest) ?? ['/']
      add('texts', pattern)
      at += pattern.length
    } else {
      const [, start = '', between] = (isMarkup && MARKUP_TEXT.map((text) => text.exec(rest)).find(Boolean)) || []
      if (between) {
        if (start === '}') depth--
        add('names', start)
        add('texts', between)
        at += start.length + between.length
        continue
      }
      if (rest[0] === '{') depth++
      if (rest[0] === '}') depth--
      const [word] = /^[\w$]+|^[\s\S]/.exec(rest) ?? [rest]
      add('names', word)
      at += word.length
    }
  }
  return kinds
}

/** @param {string} name */
const partsOf = (name) =>
  name.split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_\-.$]/).map((part) => part.toLowerCase())

/** @param {string} text @param {number} at */
const lineOf = (text, at) => text.slice(0, at).split('\n').length

/**
 * Lines where a rule is broken, with what stands there.
 * @param {Rule} rule
 * @param {string} file
 * @param {{ names: string | null, comments: string, all: string }} kinds
 * @returns {Iterable<[line: number, where: string]>}
 */
function* placesOf(rule, file, kinds) {
  if (rule.within.length > 0 && !rule.within.some((place) => `${file}/`.startsWith(`${place}/`))) return
  if (rule.scope === 'names') {
    if (kinds.names === null) return
    const base = path.basename(file).replace(/(?:\.(?:slow|nightly))?\.(?:test|spec)\.\w+$|\.\w+$/, '')
    if (partsOf(base).includes(rule.word) && !rule.except.has(base)) yield [1, path.basename(file)]
    for (const { 0: name, index } of kinds.names.matchAll(/[A-Za-z_$][\w$]*/g)) {
      if (partsOf(name).includes(rule.word) && !rule.except.has(name)) yield [lineOf(kinds.names, index), name]
    }
  } else if (rule.scope === 'whole names') {
    const names = kinds.names ?? ''
    for (const { 0: name, index } of names.matchAll(new RegExp(`\\b(?:type|interface|class) ${rule.word}\\b`, 'g'))) {
      yield [lineOf(names, index), name]
    }
  } else {
    const text = rule.scope === 'prose' ? kinds.comments : kinds.all
    const words = rule.word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s+(?:(?:\\*|//|#|--)\\s+)?')
    for (const { 0: phrase, index } of text.matchAll(
      new RegExp(`(?<![\\w-])${words}(?![\\w-])`, rule.scope === 'prose' ? 'gi' : 'g'),
    )) {
      if (!rule.except.has(phrase)) yield [lineOf(text, index), phrase.replace(/\s+/g, ' ')]
    }
  }
}

const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...only], {
  cwd: root,
})
const all = rules()
let found = 0
for (const file of String(listed)
  .split('\0')
  .filter((name) => name !== '' && !LEFT_OUT.test(name))
  .sort()) {
  if ((!CODE.test(file) && !PROSE.test(file)) || !fs.existsSync(path.join(root, file))) continue
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  const kinds = CODE.test(file)
    ? { ...apart(text, file.endsWith('x')), all: text }
    : { names: null, comments: text, all: text }
  for (const rule of all) {
    for (const [line, where] of placesOf(rule, file, kinds)) {
      found++
      rule.found++
      rule.files.add(file)
      if (!isCount) console.error(`${file}:${line}: ${where}: say ${rule.say}`)
    }
  }
}
if (isCount) {
  for (const { word, scope, within, found: times, files } of all) {
    const place = [scope, ...within].join(' ')
    console.log(`${String(times).padStart(6)} in ${String(files.size).padStart(4)} files  ${word} (${place})`)
  }
}
process.exit(found > 0 && !isCount ? 1 : 0)
