import { knownFileHandlers } from '@/lib/api/handlers'
import { answerSitemap } from '@/lib/site/crawlers'

export const { GET, HEAD, OPTIONS } = knownFileHandlers('/sitemap.xml', answerSitemap)
