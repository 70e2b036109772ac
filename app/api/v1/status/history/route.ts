import { apiHandlers } from '@/lib/api/handlers'
import { answerHistory } from '@/lib/status/history-api'

export const { GET, HEAD, OPTIONS } = apiHandlers('/api/v1/status/history', answerHistory)
