import { describe, expect, test } from 'vitest'
import { pages } from '../site/pages'
import { withoutAddedParams } from './added-params'

describe('parameters that others add', () => {
  test.each([
    '1732740000',
    '1732740000=',
    '0.8372641',
    '_=1732740000',
    'cb=abc123',
    'v=2',
    't=1732740000123',
    'uptime_kuma_cachebuster=x7k2p9',
    '*cachebuster*',
    'CacheBuster=1',
    'cache_bust=1',
    'no-cache=06d63769',
    'nocache',
    'dojo.preventCache=17',
    'rand=0.1',
    'utm_source=slack&utm_medium=chat',
    'UTM_Campaign=x',
    'fbclid=IwAR0',
    'gclid=1&gbraid=2&gad_source=1',
    'mc_cid=a&mc_eid=b',
    '_hsenc=a&_hsmi=b&__hstc=c',
    '%75tm_source=x',
    'utm%5Fsource=x',
    '&&',
    '',
  ])('%s is left out', (added) => {
    expect(withoutAddedParams(`/api/v1/health?${added}`)).toBe('/api/v1/health')
    expect(withoutAddedParams(`/api/v1/health?strict=1&${added}`)).toBe('/api/v1/health?strict=1')
    expect(withoutAddedParams(`/api/v1/health?${added}&strict=1`)).toBe('/api/v1/health?strict=1')
  })

  test.each([
    'Strict=1',
    'strct=1',
    'STRICT=1',
    'cluser=devnet',
    'Cluster=devnet',
    'x=1',
    '12=1',
    't=now',
    'style=flat',
  ])('%s stays, to be refused', (kept) =>
    expect(withoutAddedParams(`/api/v1/health?${kept}`)).toBe(`/api/v1/health?${kept}`),
  )

  test('what draws a badge elsewhere is left out of ours, and of nothing else', () => {
    expect(withoutAddedParams('/badge.svg?style=flat-square&cluster=far&logoColor=red')).toBe('/badge.svg?cluster=far')
    expect(withoutAddedParams('/latest.atom?style=flat')).toBe('/latest.atom?style=flat')
  })

  test('what stays is as it was written', () => {
    expect(withoutAddedParams('/latest.atom?cluster=%64evnet+a&v=1')).toBe('/latest.atom?cluster=%64evnet+a')
    expect(withoutAddedParams('/latest.atom?a=1?v=2')).toBe('/latest.atom?a=1?v=2')
    expect(withoutAddedParams('/latest.atom?x=%zz&%ff')).toBe('/latest.atom?x=%zz&%ff')
  })

  test('no parameter of ours is one of them', () => {
    const own = [
      ...pages.flatMap(({ views }) => views),
      ...'cluster network strict samples from to points format hash cursor limit minSlot signature what a b subject'.split(
        ' ',
      ),
      ...'owner delegate mint filters filter dataSlice slice sort proof whole calls marks columns mode at open tab'.split(
        ' ',
      ),
      ...'wallet associated range q address takenAt _rsc'.split(' '),
    ]
    for (const name of own)
      for (const value of ['', '1', '1732740000']) {
        expect(withoutAddedParams(`/x?${name}=${value}`), name).toBe(`/x?${name}=${value}`)
      }
  })
})
