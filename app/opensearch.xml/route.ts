import { inMemoryFileHandlers } from '@/lib/api/handlers'
import { answerOpenSearch } from '@/lib/site/crawlers'

export const { GET, HEAD, OPTIONS } = inMemoryFileHandlers('/opensearch.xml', answerOpenSearch)
