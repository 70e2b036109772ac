import { describe, expect, it } from 'vitest'
import { EnvironmentError, readEnvironment } from './environment'
import { destinationOf, proxyFor, proxySetting } from './proxy-setting'

const read = (env: Record<string, string>) => readEnvironment({ INDEXER_URL: 'https://indexer.example', ...env }, '/')

function refusal(env: Record<string, string>): string {
  try {
    read(env)
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message
    throw error
  }
  throw new Error(`${JSON.stringify(env)} was accepted`)
}

const setting = (env: Record<string, string>) =>
  proxySetting(env, (variable, mistake) => {
    throw new Error(`${variable}: ${mistake}`)
  })

function through(url: string, env: Record<string, string>): string | null {
  const proxy = proxyFor(setting(env), destinationOf(url))
  return proxy && `${proxy.secure ? 'https' : 'http'}://${proxy.hostname}:${proxy.port}`
}

describe('a proxy', () => {
  it.each([
    ['http://proxy.example:3128', 'http://proxy.example:3128'],
    ['http://proxy.example', 'http://proxy.example:80'],
    ['https://proxy.example/', 'https://proxy.example:443'],
    ['proxy.example:3128', 'http://proxy.example:3128'],
    ['10.0.0.1', 'http://10.0.0.1:80'],
    ['http://[fd00::1]:3128', 'http://fd00::1:3128'],
    ['http://me:KEY@127.0.0.1:9', 'http://127.0.0.1:9'],
  ])('may be named %s', (value, proxy) => {
    expect(through('https://a.example', { HTTPS_PROXY: value })).toBe(proxy)
  })

  it('leads to URLs of its own scheme, and ALL_PROXY to those that have none', () => {
    const env = { HTTP_PROXY: 'http://one', ALL_PROXY: 'http://other' }
    expect(through('http://a.example', env)).toBe('http://one:80')
    expect(through('https://a.example', env)).toBe('http://other:80')
    expect(through('https://a.example', { HTTP_PROXY: 'http://one' })).toBeNull()
    expect(setting({})).toBeNull()
  })

  it('may be spelt in lower case, which wins, and an empty spelling counts as unset', () => {
    expect(through('https://a.example', { https_proxy: 'http://lower', HTTPS_PROXY: 'http://upper' })).toBe(
      'http://lower:80',
    )
    expect(through('https://a.example', { https_proxy: '', HTTPS_PROXY: 'http://upper' })).toBe('http://upper:80')
    expect(through('https://a.example', { all_proxy: 'http://all', no_proxy: 'a.example' })).toBeNull()
  })

  it('gets name and password percent-decoded, and neither is printed', () => {
    const env = { HTTPS_PROXY: 'http://me:KEY%40%3A@proxy.example:3128' }
    expect(setting(env)?.https?.authorization).toBe(`Basic ${btoa('me:KEY@:')}`)
    expect(read(env).notices.join()).toMatch(
      /^requests to https URLs go through the HTTP proxy proxy\.example:3128 \(HTTPS_PROXY\)/,
    )
    expect(read(env).notices.join()).not.toMatch(/me|KEY/)
  })

  it.each([
    ['HTTP_PROXY', 'http://'],
    ['HTTPS_PROXY', 'ftp://KEY@proxy'],
    ['HTTPS_PROXY', 'socks5://KEY@proxy:1080'],
    ['https_proxy', 'http://proxy:84x/KEY'],
    ['http_proxy', 'http://proxy/KEY.pac'],
    ['HTTP_PROXY', 'http://proxy?KEY'],
    ['ALL_PROXY', 'http://KEY proxy'],
  ])('%s=%s is refused in one line that names the variable and not its value', (name, value) => {
    expect(refusal({ [name]: value })).toMatch(
      new RegExp(`^${name}=\\(not shown\\): must be the http\\(s\\) URL of a proxy; it`),
    )
    expect(refusal({ [name]: value })).not.toMatch(/KEY|\n/)
  })

  it('of SOCKS in ALL_PROXY is passed over with a line, unless others are named for all requests', () => {
    const env = { ALL_PROXY: 'socks5h://KEY@proxy:1080' }
    const line = 'ALL_PROXY is ignored: requests go through HTTP proxies only, and it names a SOCKS proxy'
    expect(setting(env)).toBeNull()
    expect(read(env).notices).toEqual([line])
    const both = { ...env, HTTP_PROXY: 'http://one', HTTPS_PROXY: 'http://two' }
    expect(read(both).notices.join()).not.toContain('ALL_PROXY')
  })
})

describe('without a proxy', () => {
  const HTTP_PROXY = 'http://proxy'

  it.each([
    'http://localhost:8784',
    'http://127.0.0.1:8784',
    'http://0x7f.1',
    'http://[::1]:8784',
    'http://[::ffff:127.0.0.1]',
    'http://0.0.0.0',
  ])('%s is requested, because it is this machine', (url) => {
    expect(through(url, { HTTP_PROXY })).toBeNull()
  })

  it.each([
    ['*', 'http://a.example', true],
    ['a.example', 'http://a.example', true],
    ['a.example', 'http://deep.a.example', true],
    ['.a.example', 'http://deep.a.example', true],
    ['.a.example', 'http://a.example', true],
    ['*.a.example', 'http://deep.a.example', true],
    ['a.example', 'http://aa.example', false],
    ['b.example, a.example', 'http://a.example', true],
    ['b.example a.example', 'http://a.example', true],
    ['a.example:8784', 'http://a.example:8784', true],
    ['a.example:8784', 'http://a.example', false],
    ['a.example:80', 'http://a.example', true],
    ['10.0.0.5:1', 'http://10.0.0.5:8784', false],
    ['10.0.0.0/8', 'http://10.200.0.5', true],
    ['10.0.0.0/8', 'http://11.0.0.5', false],
    ['10.0.0.0/99', 'http://10.0.0.5', false],
    ['0.0.5', 'http://10.0.0.5', false],
    ['[FD00::5]', 'http://[fd00:0:0::5]', true],
    ['[fd00::5]:8784', 'http://[fd00::5]:8784', true],
    ['fd00::/8', 'http://[fd12::1]', true],
    ['', 'http://a.example', false],
  ])('NO_PROXY=%s: %s is requested: %s', (NO_PROXY, url, isDirect) => {
    expect(through(url, { HTTP_PROXY, NO_PROXY })).toBe(isDirect ? null : 'http://proxy:80')
  })
})
