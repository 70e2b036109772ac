import { describe, expect, test } from 'vitest'
import { ignored, steps, stepsOf } from '@/lib/testing/deploy/container'
import { testContainer } from '@/lib/testing/deploy/container-tests'
import { description, license, version } from '@/package.json'

describe.skipIf(process.platform === 'win32')('the container, of packages and a build that are there', () =>
  testContainer({ fresh: false }),
)

describe('the container file', () => {
  test('keeps secrets and what is built elsewhere out of the build', () => {
    for (const name of [
      '.env',
      '.env.production',
      'lib/.env',
      '.git/HEAD',
      'node_modules/next/x',
      '.next/x',
      'dist/x',
      '.data/x',
    ]) {
      expect([name, ignored(name)]).toEqual([name, true])
    }
    for (const name of [
      'package.json',
      'lib/platform/environment.ts',
      'app/page.tsx',
      'scripts/start.mjs',
      'proxy.ts',
    ]) {
      expect([name, ignored(name)]).toEqual([name, false])
    }
  })

  test('says in its labels what package.json says, and invents no address', () => {
    const all = (kind: 'label' | 'arg'): Record<string, string> =>
      Object.assign({}, ...stepsOf(kind).map(({ variables }) => variables))
    const [labels, given] = [all('label'), all('arg')]
    const oci = (name: string) =>
      labels[`org.opencontainers.image.${name}`]?.replace(/^\$(\w+)$/, (_, arg: string) => given[arg] ?? '')
    expect([oci('description'), oci('licenses'), oci('version')]).toEqual([description, license, version])
    expect([oci('title'), oci('revision'), oci('created'), oci('source')]).toEqual(['Leafscan', '', '', undefined])
  })

  test('runs as a user without rights and without a shell around it', () => {
    expect(stepsOf('user').at(-1)?.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(stepsOf('volume')[0]?.what).toBe('/data')
    const last = steps.slice(steps.findLastIndex((step) => step.do === 'from'))
    expect(last.some((step) => step.do === 'run')).toBe(false)
  })
})
