// Holds what the code cites: a line per breach, exit code 1 when there is one.
// - Citations of the specification in sources, tests and documents: `design.md 4.2`, `facts/photon-wire.md 3 and 4`,
//   `reliability.md (c) F52`, `features.md a20 to a24`, `Interface 4.3`. The sheet must be there, and so must each part: a
//   heading, a numbered item, a row, or words in quotation marks. docs/spec/README.md says how they are written.
// - Every other document that is named (`docs/on-call.md#history`), and every relative link of a document with its anchor.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const SPEC = 'docs/spec'

/** Files that may cite. What is made by programs may not. */
const READ = /\.(?:m?[jt]sx?|cjs|css|md|ya?ml|sql|json|conf|vcl|service|sh)$|(?:^|\/)(?:Dockerfile|run)$/
/** The lint's own test names sheets that do not exist. */
const LEFT_OUT = /^(?:package-lock\.json|scripts\/check-citations\.test\.ts)$|^bench\/results\/|^e2e\/transcripts\//

const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
const files = new Set(
  String(listed)
    .split('\0')
    .filter((file) => file !== '' && fs.existsSync(path.join(root, file))),
)
/** @param {string} file */
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8')
/** @type {string[]} */
const breaches = []

/**
 * A document: its text, and what stands in it by the names that citations give it.
 * @typedef {{ text: string, parts: Map<string, string> }} Sheet
 */

/** @param {string} text @returns {Sheet} */
function indexed(text) {
  /** @type {Map<string, string>} */
  const parts = new Map()
  /** @param {string} name @param {string} line */
  const add = (name, line) => parts.set(name, `${parts.get(name) ?? ''}${line}\n`)
  /** Names of the headings that the line stands below: `4`, `4.2`, `(c)`. @type {{ depth: number, name: string }[]} */
  let within = []
  let isCode = false
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const [, marks, name] = (!isCode && /^(#{2,4}) (\([a-z]\)|\d+(?:\.\d+)*)?/.exec(line)) || []
    if (marks)
      within = [...within.filter(({ depth }) => depth < marks.length), { depth: marks.length, name: name ?? line }]
    for (const { name: part } of within) add(part, line)
    const here = within.at(-1)?.name ?? ''
    const [, item] = /^(\d+)\. /.exec(line) ?? []
    const [, row] = /^\| (\d+|[A-Z]\d+) \|/.exec(line) ?? []
    const number = item ?? row
    if (number === undefined) continue
    if (/^[A-Z]/.test(number)) add(number, line)
    // Item 3 of part 2 is `2.3`, of (e) it is `e3`, row 15 of the table in 0.1 is `0.1.15`.
    else if (/^\([a-z]\)$/.test(here)) add(`${here[1]}${number}`, line)
    else if (/^\d/.test(here)) add(`${here}.${number}`, line)
  }
  return { text, parts }
}

/** @type {Map<string, Sheet>} */
const sheets = new Map()
for (const file of files) {
  if (!file.startsWith(`${SPEC}/`) || !file.endsWith('.md') || file === `${SPEC}/README.md`) continue
  const name = path.basename(file)
  if (sheets.has(name)) breaches.push(`${file}: another sheet is called ${name}, so a citation could mean either`)
  sheets.set(name, indexed(read(file)))
}

/**
 * Lines of a comment or a quotation in one, so that a citation may go over the end of a line. Keeps every line's end.
 * @param {string} text
 */
const joined = (text) => text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|#+|--|>)?[ \t]*/g, '\n')

/** @param {string} text @param {number} at */
const lineOf = (text, at) => text.slice(0, at).split('\n').length

/** @param {string} text */
const squeezed = (text) => text.replace(/[\s*`_]+/g, ' ').toLowerCase()

const LABEL = /\([a-z]\)|[a-e] ?\d+|[A-Z]\d{1,2}|\d+(?:\.\d+)*/.source
const SEPARATOR = /(?:,|;|\s+and|\s+to|-|–)?\s*(?:parts?\s+|rows?\s+|rule\s+)?/.source
const NEXT = new RegExp(
  `^(${SEPARATOR})(?:(${LABEL})(?![\\w/])|"([^"]{2,60})"|([A-Z]{3,}(?:_[A-Z]+)*)\\b|\\(([^()\\d]{3,40}|\\d+)\\))`,
)

/**
 * Whether the text between two labels is one that joins them; a bare space joins a label and what narrows it down.
 * @param {string} separator
 * @param {boolean} isLabel
 * @param {string | null} previous
 * @param {string} label
 */
function goesOn(separator, isLabel, previous, label) {
  if (/[,;]|and|to|-|–/.test(separator)) return true
  return !isLabel || previous === null || /^\([a-z]\)$/.test(previous) || /^\d/.test(previous) === /^\d/.test(label)
}

/**
 * Parts of one citation that its sheet does not have.
 * @param {Sheet} sheet
 * @param {string} text begins behind the sheet's name
 */
function missingParts(sheet, text) {
  /** @type {string[]} */
  const missing = []
  /** The last label, and the text that what follows in quotation marks must be in. @type {string | null} */
  let label = null
  let within = sheet.text
  let rest = text.replace(/^'s\b/, '')
  for (;;) {
    const match = NEXT.exec(rest)
    if (!match) return missing
    const [all, separator = '', part, quoted, capitals, aside] = match
    if (!goesOn(separator, part !== undefined, label, part ?? '')) return missing
    if (capitals === 'RFC') return missing
    if (part !== undefined) {
      const nested = nameOf(label, separator, part.replace(' ', ''))
      for (const one of /to|-|–/.test(separator) && label !== null ? between(label, nested) : [nested]) {
        if (!sheet.parts.has(one)) missing.push(one)
      }
      label = nested
      within = sheet.parts.get(nested) ?? sheet.text
    } else if (aside !== undefined && /^\d+$/.test(aside)) {
      if (!sheet.parts.has(`${label}.${aside}`)) missing.push(`${label} (${aside})`)
    } else {
      const words = quoted ?? capitals ?? aside ?? ''
      // Words in round brackets are a remark where the part does not hold them.
      if (aside === undefined && !squeezed(within).includes(squeezed(words)))
        missing.push(`"${words.replace(/\s+/g, ' ')}"`)
    }
    rest = rest.slice(all.length)
  }
}

/**
 * A part's name where it stands: behind `(g)` a 6 is `g6`, behind `a1` a `-2` is `a2`, behind `0.1` a 15 is `0.1.15`.
 * @param {string | null} before
 * @param {string} separator
 * @param {string} part
 */
function nameOf(before, separator, part) {
  if (before === null || !/^\d+$/.test(part)) return part
  if (/^\([a-z]\)$/.test(before) && separator.trim() === '') return `${before[1]}${part}`
  if (/^[a-eA-Z]\d/.test(before) && /[-–]|to/.test(separator)) return `${before[0]}${part}`
  return /^\d/.test(before) && separator.trim() === '' ? `${before}.${part}` : part
}

/**
 * `D04` to `D10`: all of them.
 * @param {string} first
 * @param {string} last
 */
function between(first, last) {
  const [, letter = '', from] = /^(\D*)(\d+)$/.exec(first) ?? []
  const [, again, to] = /^(\D*)(\d+)$/.exec(last) ?? []
  if (from === undefined || letter !== again) return [last]
  return Array.from(
    { length: Math.max(0, Number(to) - Number(from) + 1) },
    (_, i) => `${letter}${String(Number(from) + i).padStart(from.startsWith('0') ? from.length : 1, '0')}`,
  )
}

/**
 * The document that a text means by this name: from its own folder or one above, else any of that name; or null.
 * @param {string} file
 * @param {string} name
 */
function documentOf(file, name) {
  let folder = path.dirname(file)
  const folders = [folder]
  while (folder !== '.') {
    folder = path.dirname(folder)
    folders.push(folder)
  }
  const near = [...folders, 'docs', SPEC]
    .map((folder) => path.posix.join(folder, name))
    .find((place) => files.has(place))
  return near ?? [...files].find((place) => path.basename(place) === name) ?? null
}

/** What GitHub makes of a heading. @param {string} heading */
const slug = (heading) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replace(/ /g, '-')

/** @type {Map<string, Set<string>>} */
const anchors = new Map()

/** @param {string} file */
function anchorsOf(file) {
  const known = anchors.get(file)
  if (known) return known
  /** @type {Set<string>} */
  const names = new Set()
  /** @type {Map<string, number>} */
  const times = new Map()
  for (const [, heading = ''] of withoutCode(read(file)).matchAll(/^#{1,6} (.+)$/gm)) {
    const name = slug(heading)
    const before = times.get(name) ?? 0
    times.set(name, before + 1)
    names.add(before === 0 ? name : `${name}-${before}`)
  }
  anchors.set(file, names)
  return names
}

/** Blocks of code go, their lines stay. @param {string} text */
function withoutCode(text) {
  return text.replace(/^```[^\n]*\n[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
}

/**
 * @param {string} file
 * @param {number} line
 * @param {string} target
 * @param {string | undefined} anchor
 * @param {string} citation
 */
function checkAnchor(file, line, target, anchor, citation) {
  if (anchor && target.endsWith('.md') && !anchorsOf(target).has(anchor)) {
    breaches.push(`${file}:${line}: ${citation}: ${target} has no heading #${anchor}`)
  }
}

/** @param {string} file @param {string} text */
function checkCitations(file, text) {
  for (const match of text.matchAll(/(?<![\w@./-]|\]\()((?:[\w.-]+\/)*)([\w.-]*[\w-]\.md)(?:#([\w-]+))?/g)) {
    const [all, folder = '', name = '', anchor] = match
    const line = lineOf(text, match.index)
    const sheet = sheets.get(name)
    const target = documentOf(file, `${folder}${name}`)
    if (target === null) {
      breaches.push(`${file}:${line}: ${all}: there is no such document`)
      continue
    }
    checkAnchor(file, line, target, anchor, all)
    if (!sheet || anchor) continue
    for (const part of missingParts(sheet, text.slice(match.index + all.length))) {
      breaches.push(`${file}:${line}: ${name} ${part}: the sheet has no such part`)
    }
  }
  const interfaceSheet = sheets.get('interface.md')
  for (const match of text.matchAll(/\bInterface(?=,?\s+(?:parts?\s+)?\d)|\binterface(?:'s)?(?=,?\s+part\s+\d)/g)) {
    const line = lineOf(text, match.index)
    if (!interfaceSheet) breaches.push(`${file}:${line}: there is no sheet interface.md`)
    else {
      for (const part of missingParts(interfaceSheet, text.slice(match.index + match[0].length))) {
        breaches.push(`${file}:${line}: Interface ${part}: the sheet has no such part`)
      }
    }
  }
}

/** @param {string} file */
function checkLinks(file) {
  const text = withoutCode(read(file))
  for (const match of text.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)) {
    const [, target = ''] = match
    if (/^(?:[a-z]+:|\/\/)/i.test(target)) continue
    const line = lineOf(text, match.index)
    const [place = '', anchor] = target.split('#')
    const resolved = place === '' ? file : path.posix.join(path.dirname(file), place).replace(/\/$/, '')
    const isFolder = [...files].some((other) => other.startsWith(`${resolved}/`))
    if (!files.has(resolved) && !isFolder) breaches.push(`${file}:${line}: the link ${target} leads nowhere`)
    else if (files.has(resolved)) checkAnchor(file, line, resolved, anchor, `the link ${target}`)
  }
}

for (const file of [...files].sort()) {
  if (!READ.test(file) || LEFT_OUT.test(file)) continue
  checkCitations(file, joined(read(file)))
  if (file.endsWith('.md')) checkLinks(file)
}

for (const breach of breaches) console.error(breach)
process.exit(breaches.length > 0 ? 1 : 0)
