import fs from 'node:fs'
import { expect, it } from 'vitest'
import { billOf } from './sbom.mjs'

const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))

interface Entry {
  version: string
  license?: string
  dev?: true
}
const installed = Object.entries<Entry>(lock.packages).filter(([place]) => place !== '')

it('names every package of the lock with its version, licence and digest', () => {
  const bill = billOf(lock)
  const names = installed.map(([place, { version }]) => `${place.split('node_modules/').at(-1)}@${version}`)
  expect(bill.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`)).toEqual(
    [...new Set(names)].sort(),
  )
  for (const { licenses, hashes } of bill.components) {
    expect(licenses).toHaveLength(1)
    expect(hashes?.[0]).toEqual({ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) })
  }
  expect(bill.metadata.component).toMatchObject({ name: 'leafscan', licenses: [{ license: { id: 'Apache-2.0' } }] })
})

it('is the same for the same lock, and names no host', () => {
  const text = JSON.stringify(billOf(lock))
  expect(JSON.stringify(billOf(structuredClone(lock)))).toBe(text)
  expect(text).not.toContain('//')
})

it('finds what a package needs as Node does, and tells what runs from what only tests use', () => {
  const integrity = 'sha512-AAAA'
  const bill = billOf({
    packages: {
      '': { name: 'p', version: '1', license: 'MIT', dependencies: { a: '*' }, devDependencies: { '@s/b': '*' } },
      'node_modules/a': { version: '1', integrity, license: 'MIT OR ISC', dependencies: { c: '*', absent: '*' } },
      'node_modules/a/node_modules/c': { version: '2', integrity, license: 'MIT' },
      'node_modules/@s/b': { version: '1', integrity, dev: true, peerDependencies: { c: '*' } },
      'node_modules/c': { version: '1', integrity, license: 'MIT', dev: true },
      'node_modules/@s/b/node_modules/d': { version: '1', integrity, license: 'MIT', dev: true },
      'node_modules/d': { version: '1', integrity, license: 'MIT', optional: true },
    },
  })
  expect(Object.fromEntries(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))).toEqual({
    'pkg:npm/p@1': ['pkg:npm/%40s/b@1', 'pkg:npm/a@1'],
    'pkg:npm/a@1': ['pkg:npm/c@2'],
    'pkg:npm/c@2': [],
    'pkg:npm/%40s/b@1': ['pkg:npm/c@1'],
    'pkg:npm/c@1': [],
    'pkg:npm/d@1': [],
  })
  expect(bill.components.map(({ purl, scope, licenses }) => [purl, scope, licenses[0]])).toEqual([
    ['pkg:npm/%40s/b@1', 'excluded', { license: { name: 'not declared: see the files of the package' } }],
    ['pkg:npm/a@1', 'required', { expression: 'MIT OR ISC' }],
    ['pkg:npm/c@1', 'excluded', { license: { id: 'MIT' } }],
    ['pkg:npm/c@2', 'required', { license: { id: 'MIT' } }],
    ['pkg:npm/d@1', 'optional', { license: { id: 'MIT' } }],
  ])
})
