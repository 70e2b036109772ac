import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMPARE_PARAMS } from '../compare/address'
import { CREATED_PARAMS } from '../listing/address/created'
import { OWNER_FIELDS } from '../listing/address/owner-query'
import { methods } from '../protocol/rpc/methods'
import { pages } from '../site/pages'

/* docs/bounds.md names every place where something grows: nothing derived here is missing there, and its values are right. */

const FEATURES = 'api page account listing status compare search transaction wallet site server'
  .split(' ')
  .map((name) => `lib/${name}`)
const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8')

interface Row {
  section: string
  names: string[]
  files: string[]
  bound: string
  tests: string[]
}

const rows: Row[] = read('docs/bounds.md')
  .split(/^## /m)
  .slice(1)
  .flatMap((part) => {
    const [section = '', ...lines] = part.split('\n')
    const cells = lines.filter((line) => /^\| (?!Place)/.test(line)).map((line) => line.slice(2, -2).split(' | '))
    return cells.map(([place = '', , bound = '', , test = '']) => {
      const spans = [...`${place} ${bound}`.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
      const files = spans.filter((text) => /^(app|components|deploy|lib|scripts)\//.test(text))
      const names = [...place.matchAll(/`([^`]+)`/g)]
        .map(([, text = '']) => text)
        .filter((text) => !files.includes(text))
      return { section, names, files, bound, tests: test.split('<br>') }
    })
  })

const namesIn = (...sections: string[]) =>
  [...new Set(rows.filter(({ section }) => sections.includes(section)).flatMap(({ names }) => names))].sort()
const sorted = (names: Iterable<string>) => [...new Set(names)].sort()

const sources = (...folders: string[]) =>
  folders
    .flatMap((folder) =>
      fs.readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file))

const UNITS: Record<string, number> = { KiB: 2 ** 10, MiB: 2 ** 20, MB: 1e6, s: 1e3, min: 6e4 }

function valueIn(file: string, name: string): number | null {
  const [, text] = new RegExp(`\\b${name}\\b(?:(?:: [A-Z][\\w<>, ]*)? = |: )(\\d[\\d_ *]*)`).exec(read(file)) ?? []
  const factors = text?.replaceAll('_', '').replace(/(\d+) \*\* (\d+)/g, (_, base, power) => String(base ** power))
  return factors?.split('*').reduce((product, factor) => product * Number(factor), 1) ?? null
}

describe('what docs/bounds.md says', () => {
  test.each(rows.map((row) => [`${row.section}: ${[...row.names, ...row.files].join(' ')}`, row] as const))(
    '%s',
    (_, { files, bound, tests }) => {
      expect(files.filter((file) => !fs.existsSync(path.join(ROOT, file)))).toEqual([])
      for (const [, name = '', digits = '', unit = ''] of bound.matchAll(
        /`(\w+)` ([\d,^]+)(?: (KiB|MiB|MB|s|min)\b)?/g,
      )) {
        const said = Number(digits.replaceAll(',', '')) * (UNITS[unit] ?? 1)
        if (!Number.isNaN(said))
          expect(
            files.map((file) => valueIn(file, name)),
            name,
          ).toContain(said)
      }
      for (const test of tests) {
        const [, file = '', title = ''] = /^`(.+?)` › (.+)$/.exec(test) ?? []
        const text = read(file).replace(/\(\s+/g, '(').replaceAll("\\'", "'")
        expect(
          ["'", '"', '`'].some((quote) => text.includes(`(${quote}${title}${quote}`)),
          test,
        ).toBe(true)
      }
    },
  )
})

describe('nothing is missing in docs/bounds.md:', () => {
  test('addresses', () => {
    const handlers = sources('app').filter((file) => /\/(page\.tsx|route\.ts)$/.test(file))
    const routes = handlers.map((file) => path.dirname(file).slice('app'.length) || '/')
    expect(namesIn('Addresses')).toEqual(sorted(routes))
  })

  test('parameters', () => {
    const found = new Set<string>([...COMPARE_PARAMS, ...CREATED_PARAMS, ...Object.keys(OWNER_FIELDS)])
    for (const { params } of Object.values(methods)) for (const name of Object.keys(params.shape)) found.add(name)
    const search = new Proxy({}, { getOwnPropertyDescriptor: (_, name) => void found.add(String(name)) })
    for (const page of pages) page.open('x', search)
    const readers = /\b(?:firstOf|valuesOf|takeOneOf)\([^')]*, '(\w+)'|\.(?:get|getAll|has|one|slot)\(\s*'(\w+)'/g
    for (const file of [...sources('app', ...FEATURES), 'proxy.ts']) {
      const text = read(file)
      for (const [, first, second] of text.matchAll(readers)) found.add(first ?? second ?? '')
      for (const [, list = ''] of text.matchAll(/refuseOtherParams\(\s*search,([^)]*)\)/g))
        for (const [, name = ''] of list.matchAll(/'(\w+)'/g)) found.add(name)
    }
    expect(sorted([...namesIn('Parameters'), 'id'])).toEqual(sorted(found))
  })

  test('headers', () => {
    const readers = /[hH]eaders(?:\.([a-z]+)\b(?! = |\()|\[['"]([\w-]+)['"]\](?! = ))/g
    const texts = [...sources(...FEATURES), 'lib/indexer/server/server.ts'].map(read)
    const named = texts.flatMap((text) => [...text.matchAll(readers)].map(([, dotted, quoted]) => dotted ?? quoted))
    const taken = texts.flatMap((text) => [...text.matchAll(/\{ ([^{}]*) \} = (?:\w+\.)*headers\b/g)])
    const found = [
      ...named,
      ...taken.flatMap(([, list = '']) => list.split(', ').map((each) => /[\w-]+/.exec(each)?.[0])),
    ]
    const listed = namesIn('Headers', 'Port of the embedded indexer', 'Port for operators')
    expect(sorted(found.map(String)).filter((name) => !listed.includes(name))).toEqual([])
  })

  test('lists', () => {
    const lists = Object.values(methods).filter(({ list }) => list !== null)
    expect(namesIn('Lists')).toEqual(sorted(lists.map(({ name }) => name)))
  })

  test('methods and addresses of the embedded indexer', () => {
    const inFile = (file: string, pattern: RegExp) => [...read(file).matchAll(pattern)].map(([, name = '']) => name)
    const found = [
      ...Object.keys(methods),
      ...inFile('lib/indexer/server/v2-names.ts', /^ {2}(\w+V2): /gm),
      ...inFile('lib/indexer/solana/calls.ts', /\| \{ method: '(\w+)'/g),
      ...inFile('lib/indexer/server/server.ts', /'(\/[a-z]+\/?)'/g),
    ]
    expect(found.length).toBeGreaterThan(15)
    const names = namesIn('Port of the embedded indexer').map((name) => name.replace('<wallet>', ''))
    const listed = names.filter((name) => !name.includes('-') && name !== 'host')
    expect(listed).toEqual(sorted(found))
  })

  test('addresses of the port for operators', () => {
    const files = ['lib/server/operator/thread.ts', 'lib/server/operator/messages.ts']
    const found = files.flatMap((file) => [...read(file).matchAll(/'(\/[a-z.-]+)'/g)].map(([, name = '']) => name))
    expect(namesIn('Port for operators').filter((name) => name.startsWith('/'))).toEqual(sorted(found))
  })

  const caches = sources('app', 'lib').filter((file) => /new LRUCache|once\(.*new (Map|Set)\b/.test(read(file)))

  test('what stays in memory as long as the process', () => {
    const listed = rows.flatMap(({ files }) => files)
    expect(caches.filter((file) => !listed.includes(file))).toEqual([])
  })

  test('every cache is made with a bound', () => {
    const made = caches.flatMap((file) =>
      [...read(file).matchAll(/new LRUCache<[^(]*\(([^)]{0,120})/g)].map(([, how]) => how),
    )
    expect(made.length).toBeGreaterThan(5)
    for (const how of made) expect(how).toMatch(/\bmax(Size)?: /)
  })
})
