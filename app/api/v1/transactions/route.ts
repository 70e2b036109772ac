import { apiHandlers } from '@/lib/api/handlers'
import { answerTransactions } from '@/lib/transaction/api'

export const { GET, HEAD, OPTIONS } = apiHandlers('/api/v1/transactions', answerTransactions, { hasU64: true })
