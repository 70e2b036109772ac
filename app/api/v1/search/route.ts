import { apiHandlers } from '@/lib/api/handlers'
import { answerSearch } from '@/lib/site/search/api'

export const { GET, HEAD, OPTIONS } = apiHandlers('/api/v1/search', answerSearch)
