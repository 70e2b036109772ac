import { describe, expect, test } from 'vitest'
import { pageOfPreview, previewPath } from './preview-address'

describe('addresses of preview images', () => {
  test.each([
    ['/', '/preview/home.png'],
    ['/?cluster=devnet', '/preview/home.png?cluster=devnet'],
    ['/latest', '/preview/latest.png'],
    ['/owner/abc?filter=0%3Aabc&filter=1%3Ax', '/preview/owner/abc.png?filter=0%3Aabc&filter=1%3Ax'],
  ])('%s has %s', (page, image) => {
    expect(previewPath(page)).toBe(image)
    expect(pageOfPreview(image.replace(/\?.*/, ''))).toBe(page.replace(/\?.*/, ''))
  })

  test.each(['/owner/abc.png', '/preview', '/preview/', '/preview/owner/abc', '/previews/home.png'])(
    '%s is none',
    (path) => expect(pageOfPreview(path)).toBeNull(),
  )
})
