import { apiHandlers } from '@/lib/api/handlers'
import { answerSearch } from '@/lib/site/lookup/api'

export const { GET, HEAD, OPTIONS } = apiHandlers('/api/v1/search', answerSearch)
