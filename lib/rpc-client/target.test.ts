import { expect, test } from 'vitest'
import { targetOf } from './target'

test('a name and a password of a URL are sent as a header', () => {
  const authorizationOf = (url: string) => targetOf(new URL(url)).headers.authorization
  expect(targetOf(new URL('https://u%40x:p%3Aw@[fd00::1]:8899/a?key=k'))).toEqual({
    secure: true,
    hostname: 'fd00::1',
    port: '8899',
    path: '/a?key=k',
    headers: { authorization: `Basic ${btoa('u@x:p:w')}` },
  })
  expect(authorizationOf('http://127.0.0.1:8899')).toBeUndefined()
  expect(authorizationOf('http://u%er:100%@node.example/')).toBe(`Basic ${btoa('u%er:100%')}`)
})
