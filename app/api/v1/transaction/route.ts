import { apiHandlers } from '@/lib/api/handlers'
import { answerTransaction } from '@/lib/transaction/api'

export const { GET, HEAD, OPTIONS } = apiHandlers('/api/v1/transaction', answerTransaction, { hasU64: true })
