import { answerAccountHistory } from '@/lib/account/api'
import { apiHandlers } from '@/lib/api/handlers'

export const { GET, HEAD, OPTIONS } = apiHandlers('/api/v1/account/history', answerAccountHistory, { hasU64: true })
