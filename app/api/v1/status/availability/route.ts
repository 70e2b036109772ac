import { apiHandlers } from '@/lib/api/handlers'
import { answerAvailability } from '@/lib/status/availability-api'

export const { GET, HEAD, OPTIONS } = apiHandlers('/api/v1/status/availability', answerAvailability)
