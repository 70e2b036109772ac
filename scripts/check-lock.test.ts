import { describe, expect, it } from 'vitest'
import { problemsOf } from './check-lock.mjs'

const OURS = 'package-lock.json'
const RECORDER = 'lib/testing/recorder/package-lock.json'

describe('check-lock', () => {
  const good = {
    '': { optionalDependencies: { 'for-linux': '1.0.0' } },
    'node_modules/for-linux': { version: '1.0.0' },
    'node_modules/b': { version: '1.0.0', optionalDependencies: { '@s/for-mac': '1.0.0' } },
    'node_modules/b/node_modules/@s/for-mac': { version: '1.0.0' },
  }

  it('lets pass a lock with every platform and no addresses', () => {
    expect(problemsOf(OURS, { packages: good })).toEqual([])
  })

  it('names the package of another platform that is not locked, and who needs it', () => {
    const { 'node_modules/for-linux': _, ...without } = good
    expect(problemsOf(OURS, { packages: without })).toEqual([
      'package-lock.json: the project needs for-linux on some platform, which is not locked',
    ])
    const { 'node_modules/b/node_modules/@s/for-mac': __, ...nested } = good
    expect(problemsOf(OURS, { packages: nested })).toEqual([
      'package-lock.json: node_modules/b needs @s/for-mac on some platform, which is not locked',
    ])
  })

  it('is not content with a package of a longer name', () => {
    const packages = { '': { optionalDependencies: { b: '1' } }, 'node_modules/a-b': {}, 'node_modules/@s/b': {} }
    expect(problemsOf(OURS, { packages })).toHaveLength(1)
  })

  it.each([
    ['node_modules/a-linux-x64-musl', 'node_modules/a-linux-x64-gnu'],
    ['node_modules/a-linux-x64-musl', 'node_modules/a-linux-x64'],
    ['node_modules/@s/a-linuxmusl-x64', 'node_modules/@s/a-linux-x64'],
  ])('names a package for one C library that does not say for which: %s, %s', (musl, glibc) => {
    const both = { [musl]: { libc: ['musl'] }, [glibc]: { libc: ['glibc'] } }
    expect(problemsOf(OURS, { packages: both })).toEqual([])
    expect(problemsOf(OURS, { packages: { ...both, [musl]: {} } })).toEqual([
      `package-lock.json: ${musl} does not say that it is for musl`,
    ])
    expect(problemsOf(OURS, { packages: { ...both, [glibc]: {} } })).toEqual([
      `package-lock.json: ${glibc} does not say that it is for glibc`,
    ])
  })

  it.each([OURS, RECORDER])('names a package of %s that records where it was downloaded', (file) => {
    const packages = {
      'node_modules/a': { resolved: 'https://packages.example/a.tgz' },
      'node_modules/b': { link: true },
    }
    expect(problemsOf(file, { packages })).toEqual([`${file}: node_modules/a records a download address`])
  })
})
