import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { OTHER_ROUTE } from '../platform/request-context'
import { ROUTES, routeOf } from './listener-hooks'

const APP = path.resolve(import.meta.dirname, '../../app')

test('knows every page and route handler that there is', () => {
  const folders = fs
    .readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)(page\.tsx|route\.ts|icon\.svg)$/.test(file))
    .map((file) => (file.endsWith('.svg') ? `/${file}` : `/${path.dirname(file).replace(/^\.$/, '')}`))
  expect(folders.filter((route) => !(ROUTES as readonly string[]).includes(route))).toEqual([])
})

test.each([
  ['/', '/'],
  ['/owner/abc', '/owner/[owner]'],
  ['/owner/abc/', '/owner/[owner]'],
  ['/owner/abc/accounts', OTHER_ROUTE],
  ['/owner', OTHER_ROUTE],
  ['/api/v1/getIndexerSlot', '/api/v1/[method]'],
  ['/api/v1/x/export', '/api/v1/[method]/export'],
  ['/_next/image', OTHER_ROUTE],
  ['/wp-login.php', OTHER_ROUTE],
  ['/[hash]', OTHER_ROUTE],
])('%s counts as %s', (target, route) => expect(routeOf(target)).toBe(route))
