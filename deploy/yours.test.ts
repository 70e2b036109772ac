import { describe, expect, test } from 'vitest'
import { shippedText } from '@/lib/testing/deploy/start-cache.mjs'

/* Lines that depend on the installation end in "# yours"; the tests of this folder edit exactly those. */

const OF_ONE =
  /\b127\.0\.0\.1\b|\blocalhost\b|\blisten\b|\btargets:|\bsite:|\burl:|\/(?:var|etc|srv|opt)\/|\.host =|\.port =|set_real_ip_from/

const FILES = ['nginx.conf', 'varnish.vcl', 'prometheus.yml', 'alertmanager.yml']

describe.each(FILES)('%s', (name) => {
  const lines = shippedText(name).split('\n')

  test('marks every line that is of one installation', () => {
    const code = lines.filter((line) => !line.trimStart().startsWith('#'))
    expect(code.filter((line) => OF_ONE.test(line) && !line.endsWith(' # yours'))).toEqual([])
  })

  test('says what the mark means, and has some', () => {
    expect(lines.filter((line) => line.endsWith(' # yours')).length).toBeGreaterThan(0)
    const comments = lines.filter((line) => line.startsWith('#')).join(' ')
    expect(comments).toMatch(/lines\s+(?:# )?that\s+(?:# )?end\s+(?:# )?in\s+(?:# )?"# yours"/i)
  })
})
