// The list of mutations: planted/<area>.mjs, each an array.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'

/**
 * One small, realistic mistake in the sources, which a test should notice.
 * @typedef {object} Mutation
 * @property {string} file Relative to the repository's root.
 * @property {string} find The text that is replaced. Stands in the file exactly once.
 * @property {string} put What stands in its place.
 * @property {string} kind What sort of mistake it is, in a few words.
 * @property {string} harm What a reader would suffer: one line, which also names the mutation.
 * @property {string[]} [near] Test files, or folders of them, that are run first. Absent: the test file beside the source.
 * @property {string} [equivalent] Why no test can tell it from the original. It is not run and does not count.
 */

/** @typedef {Mutation & { area: string, near: string[] }} Listed */

/** Every mutation, with its area. @param {string} root @returns {Promise<Listed[]>} */
export async function readList(root) {
  const folder = path.join(root, 'lib/testing/mutations/planted')
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.mjs'))
  const areas = files.sort().map(async (name) => {
    /** @type {{ default: Mutation[] }} */
    const { default: mutations } = await import(pathToFileURL(path.join(folder, name)).href)
    const area = path.basename(name, '.mjs')
    return mutations.map((mutation) => ({ ...mutation, area, near: mutation.near ?? [testBeside(mutation.file)] }))
  })
  return (await Promise.all(areas)).flat()
}

/** How a mutation is called wherever it is spoken of. @param {Pick<Mutation, 'file' | 'harm'>} mutation */
export function nameOf({ file, harm }) {
  return `${file}: ${harm}`
}

/**
 * The source with a mutation in it.
 * @param {string} source
 * @param {Pick<Mutation, 'find' | 'put'>} mutation
 * @throws Error where its text does not stand there exactly once
 */
export function applied(source, { find, put }) {
  const times = source.split(find).length - 1
  if (times !== 1) throw new Error(`no longer applies: its text stands there ${times} times, not once`)
  // A function, because a text may hold $&.
  return source.replace(find, () => put)
}

/**
 * What is wrong with the list, a line each: mutations that do not apply, change nothing or cannot be parsed.
 * @param {string} root
 * @param {Listed[]} list
 */
export async function problemsOf(root, list) {
  const names = list.map(nameOf)
  const twice = names.filter((name, i) => names.indexOf(name) !== i).map((name) => `${name}: is listed twice`)
  const others = await Promise.all(
    list.map(async (mutation) => {
      const problem = await problemOf(root, mutation).catch(({ message }) => message)
      return problem === null ? [] : [`${nameOf(mutation)}: ${problem}`]
    }),
  )
  return [...twice, ...others.flat()]
}

/** @param {string} root @param {Listed} mutation @returns {Promise<string | null>} */
async function problemOf(root, mutation) {
  const missing = mutation.near.find((place) => !fs.existsSync(path.join(root, place)))
  if (missing && !mutation.equivalent) return `the tests near it, ${missing}, are not there`
  if (mutation.find === mutation.put) return 'changes nothing'
  const text = applied(fs.readFileSync(path.join(root, mutation.file), 'utf8'), mutation)
  const loader = /\.tsx$/.test(mutation.file) ? 'tsx' : /\.[cm]?ts$/.test(mutation.file) ? 'ts' : 'js'
  try {
    await transform(text, { loader, logLevel: 'silent' })
  } catch (error) {
    const { errors, message } = /** @type {import('esbuild').TransformFailure} */ (error)
    return `does not parse: ${errors[0]?.text ?? message}`
  }
  return null
}

/** @param {string} file */
function testBeside(file) {
  return file.replace(/\.[cm]?[jt]sx?$/, '.test.ts')
}
