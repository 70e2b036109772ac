// Checks citations in the repository: prints a line per breach, exit code 1 if there is any. - Citations of the
// specification in sources, tests and documents: `design.md 4.2`, `facts/photon-wire.md 3 and 4`,   `reliability.md (c)
// F52`, `features.md a20 to a24`, `Interface 4.3`. The sheet must exist, and each cited part in it: a heading, a numbered
// item or a row. docs/spec/README.md describes the form. - Other documents that are named (`docs/on-call.md#history`),
// and relative links of documents, with their anchors.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const SPEC = 'docs/spec'

/** Files that are checked; generated ones are not. */
const READ = /\.(?:m?[jt]sx?|cjs|css|md|ya?ml|sql|json|conf|vcl|service|sh)$|(?:^|\/)(?:Dockerfile|run)$/
/** This check's own test cites sheets that do not exist. */
const LEFT_OUT = /^(?:package-lock\.json|scripts\/check-citations\.test\.ts)$|^bench\/results\/|^e2e\/transcripts\//

const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
const files = String(listed)
  .split('\0')
  .filter((file) => file !== '' && fs.existsSync(path.join(root, file)))
  .sort()
/** @param {string} file */
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8')
/** @type {string[]} */
const breaches = []

/** Empties code blocks but keeps their lines, for line numbers. @param {string} text */
const withoutCode = (text) => text.replace(/^```[^\n]*\n[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))

/**
 * Names of a sheet's parts: headings `4.2` and `(c)`; item 3 of part 2 is `2.3`, of (e) it is `e3`; rows F52.
 * @param {string} text
 */
function partsOf(text) {
  /** @type {Set<string>} */
  const parts = new Set()
  let here = ''
  for (const line of withoutCode(text).split('\n')) {
    const [, heading] = /^#{2,4} (\([a-z]\)|\d+(?:\.\d+)*)/.exec(line) ?? []
    const [, number] = /^(\d+)\. /.exec(line) ?? /^\| (\d+|[A-Z]\d+) \|/.exec(line) ?? []
    here = heading ?? here
    if (heading) parts.add(heading)
    if (number)
      parts.add(/^[A-Z]/.test(number) ? number : here.startsWith('(') ? here[1] + number : `${here}.${number}`)
  }
  return parts
}

/** Parts of each sheet, by its name. @type {Map<string, Set<string>>} */
const sheets = new Map()
for (const file of files) {
  if (!file.startsWith(`${SPEC}/`) || !file.endsWith('.md') || file === `${SPEC}/README.md`) continue
  const name = path.basename(file)
  if (sheets.has(name)) breaches.push(`${file}: another sheet is called ${name}, so a citation could mean either`)
  sheets.set(name, partsOf(read(file)))
}

const NEXT =
  /^(?:'s|,|;|\s+and|\s+to|-|–)?\s*(?:parts?\s+|rows?\s+|rule\s+)?(\([a-z\d]\)|[a-e]\d+|[A-Z]\d{1,2}|\d+(?:\.\d+)*)(?![\w/])/

/**
 * Labels of one citation that its sheet lacks. After `(g)`, 6 means `g6`; after `a1`, `-2` means `a2`; after `0.1`, 15
 * means `0.1.15`.
 * @param {Set<string> | undefined} parts
 * @param {string} text what follows the sheet's name
 */
function missingParts(parts, text) {
  const missing = []
  let before = ''
  for (let match = NEXT.exec(text); match; match = NEXT.exec(text)) {
    const label = match[1] ?? ''
    const bare = label.replace(/^\((\d)\)$/, '$1')
    const [letter] = /[a-zA-Z]/.exec(before) ?? ['?']
    const names = [label, `${before}.${bare}`, letter + bare]
    const found = names.find((name) => parts?.has(name))
    if (found === undefined) missing.push(label)
    before = found ?? label
    text = text.slice(match[0].length)
  }
  return missing
}

/** Anchors that GitHub makes of a document's headings. @param {string} file */
function anchorsOf(file) {
  const names = Array.from(withoutCode(read(file)).matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replace(/ /g, '-'),
  )
  return names.map((name, n) => {
    const earlier = names.slice(0, n).filter((other) => other === name).length
    return earlier === 0 ? name : `${name}-${earlier}`
  })
}

/** @param {string} place file and line @param {string} target @param {string | undefined} anchor @param {string} citation */
function checkAnchor(place, target, anchor, citation) {
  if (anchor && target.endsWith('.md') && !anchorsOf(target).includes(anchor)) {
    breaches.push(`${place}: ${citation}: ${target} has no heading #${anchor}`)
  }
}

/** @param {string} file @param {string} text @param {number} at */
const placeOf = (file, text, at) => `${file}:${text.slice(0, at).split('\n').length}`

/** @param {string} file */
function checkCitations(file) {
  // A citation may continue on the next line of a comment.
  const text = read(file).replace(/\n[ \t]*(?:\*(?!\/)|\/\/|#+|--|>)?[ \t]*/g, '\n')
  for (const match of text.matchAll(/(?<![\w@./-]|\]\()((?:[\w.-]+\/)*([\w.-]*[\w-]\.md))(?:#([\w-]+))?/g)) {
    const [all, named = '', name = '', anchor] = match
    const place = placeOf(file, text, match.index)
    const beside = path.posix.join(path.dirname(file), named)
    const isNamed = (/** @type {string} */ other) => other === named || other.endsWith(`/${named}`)
    const target = files.includes(beside) ? beside : files.find(isNamed)
    if (target === undefined) breaches.push(`${place}: ${all}: there is no such document`)
    else checkAnchor(place, target, anchor, all)
    if (target === undefined || anchor || !sheets.has(name)) continue
    for (const part of missingParts(sheets.get(name), text.slice(match.index + all.length))) {
      breaches.push(`${place}: ${name} ${part}: the sheet has no such part`)
    }
  }
  for (const match of text.matchAll(/\bInterface(?=,?\s+(?:parts?\s+)?\d)|\binterface(?:'s)?(?=,?\s+part\s+\d)/g)) {
    for (const part of missingParts(sheets.get('interface.md'), text.slice(match.index + match[0].length))) {
      breaches.push(`${placeOf(file, text, match.index)}: Interface ${part}: the sheet has no such part`)
    }
  }
}

/** @param {string} file */
function checkLinks(file) {
  const text = withoutCode(read(file))
  for (const match of text.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)) {
    const [, target = ''] = match
    if (/^(?:[a-z]+:|\/\/)/i.test(target)) continue
    const place = placeOf(file, text, match.index)
    const [way = '', anchor] = target.split('#')
    const resolved = way === '' ? file : path.posix.join(path.dirname(file), way).replace(/\/$/, '')
    const leads = files.some((other) => other === resolved || other.startsWith(`${resolved}/`))
    if (leads) checkAnchor(place, resolved, anchor, `the link ${target}`)
    else breaches.push(`${place}: the link ${target} leads nowhere`)
  }
}

for (const file of files) {
  if (!READ.test(file) || LEFT_OUT.test(file)) continue
  checkCitations(file)
  if (file.endsWith('.md')) checkLinks(file)
}

for (const breach of breaches) console.error(breach)
process.exit(breaches.length > 0 ? 1 : 0)
