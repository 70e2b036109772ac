import { apiHandlers } from '@/lib/api/handlers'
import { answerHealth } from '@/lib/status/health-api'

export const { GET, HEAD, OPTIONS } = apiHandlers('/api/v1/health', answerHealth)
