/*
 * Addresses of preview images: that of the page, below /preview and ending in .png, with the page's own parameters, so
 * that page and image ask the same question and are answered from one memory.
 */

const ROOT = '/preview'
const ENDING = '.png'
const HOME = '/home'

/** The image of a page by its address: `/owner/X?cursor=c` has `/preview/owner/X.png?cursor=c`. */
export function previewPath(page: string): string {
  const [path = '/', query] = page.split(/\?(.*)/s)
  const image = `${ROOT}${path === '/' ? HOME : path}${ENDING}`
  return query ? `${image}?${query}` : image
}

/** The path of the page that an image's path belongs to; null where it is no image's path. */
export function pageOfPreview(path: string): string | null {
  if (!path.startsWith(`${ROOT}/`) || !path.endsWith(ENDING)) return null
  const page = path.slice(ROOT.length, -ENDING.length)
  return page === HOME ? '/' : page
}
