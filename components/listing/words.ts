export const NO_CONSUMED = 'Consumed accounts are not listed; they open by their hash.'
