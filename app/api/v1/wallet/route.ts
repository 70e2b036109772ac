import { apiHandlers } from '@/lib/api/handlers'
import { answerWallet } from '@/lib/wallet/total/api'

export const { GET, HEAD, OPTIONS } = apiHandlers('/api/v1/wallet', answerWallet, { hasU64: true })
