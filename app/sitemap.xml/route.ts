import { inMemoryFileHandlers } from '@/lib/api/handlers'
import { answerSitemap } from '@/lib/site/crawlers'

export const { GET, HEAD, OPTIONS } = inMemoryFileHandlers('/sitemap.xml', answerSitemap)
