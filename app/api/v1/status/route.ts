import { apiHandlers } from '@/lib/api/handlers'
import { answerStatus } from '@/lib/status/api'

export const { GET, HEAD, OPTIONS } = apiHandlers('/api/v1/status', answerStatus)
