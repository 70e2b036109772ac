import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { NIGHTLY } from './nightly.mjs'

const root = path.resolve(import.meta.dirname, '..')

test('every file of the night belongs to a part, and no part is without files', () => {
  const patterns = Object.values(NIGHTLY).flatMap(({ files = [] }) => files)
  const files = ['app', 'bench', 'components', 'deploy', 'lib', 'scripts'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
      .filter((file) => /\.nightly\.test\.tsx?$/.test(file)),
  )
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => !patterns.some((pattern) => file.includes(pattern)))).toEqual([])
  expect(patterns.filter((pattern) => !files.some((file) => file.includes(pattern)))).toEqual([])
})
