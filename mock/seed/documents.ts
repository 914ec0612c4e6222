// The texts of the knowledge bases, cut into the passages that a search finds.

interface SeedDocument {
  readonly title: string
  readonly passages: readonly string[]
}

export const DOCUMENTS = {
  'kb-handbook': [
    {
      title: 'Annual leave and public holidays',
      passages: [
        'Everybody has thirty days of annual leave. Up to five days can be carried over and have to be taken by the end of March of the following year.',
        'Ask for leave in the people portal at least two weeks ahead. Your team manager answers within three working days; no answer counts as a yes.',
        'Public holidays follow the office that is named in your contract, not the place that you work from that week.',
      ],
    },
    {
      title: 'Business travel and expenses',
      passages: [
        'Travel by train wherever the journey takes less than six hours. Flights need the approval of the team manager before they are booked.',
        'Hotels are refunded up to 140 euros per night, in capitals up to 190 euros. Breakfast is part of the rate or of the daily allowance, never both.',
        'Hand in receipts within thirty days. Expenses without a receipt are refunded up to ten euros.',
      ],
    },
    {
      title: 'Information security',
      passages: [
        'Every account uses a passkey or a second factor. Report a lost laptop or phone to Technology within the hour, day or night.',
        'Personal data of clients stays in the client folder. It is never pasted into a chat with people outside the company.',
        'API keys belong to a person, carry only the scopes that they need and are renewed every ninety days.',
      ],
    },
    {
      title: 'Working with agents',
      passages: [
        'An agent works in the name of the person who starts it, and the team of that person pays for it. Read its summary before you pass its work on.',
        'Payments, contracts and messages to more than fifty recipients always wait for the approval of a person.',
        'When an agent asks a question, answer it the same day. A paused run costs nothing, but somebody usually waits for it.',
      ],
    },
  ],
  'kb-finance': [
    {
      title: 'Payment terms and early payment discount',
      passages: [
        'Our standard payment term is thirty days net from the date of the invoice. Suppliers on the preferred list are paid within fourteen days.',
        'Use the early payment discount of two percent whenever the invoice was checked within eight days; it is worth more than the interest.',
        'The notice period for changed payment terms is three months to the end of a quarter, in writing to the supplier.',
      ],
    },
    {
      title: 'Checking incoming invoices',
      passages: [
        'An invoice is matched with its purchase order and the receipt of the goods. Differences up to two percent or fifty euros are accepted without asking.',
        'An invoice without a purchase order goes back to the supplier the same day, with a copy to the person who placed the order.',
        'Bank details that differ from the master data are confirmed by telephone under the number that we have on file, never under the one on the invoice.',
      ],
    },
    {
      title: 'Who approves what',
      passages: [
        'Payments up to 5,000 euros are approved by the team manager, up to 25,000 euros by the head of Finance, above that by two managing directors.',
        'Credit notes above 500 euros need the approval of Finance. Write-offs always do, whatever the amount.',
      ],
    },
    {
      title: 'Month-end closing',
      passages: [
        'The books of a month are closed on the fourth working day. Accruals above 1,000 euros are handed in by noon of the second working day.',
        'Reconcile bank, payroll and clearing accounts first. Open items older than ninety days are listed with a comment each.',
        'Value added tax is reported by the tenth of the following month; the return is checked by somebody who did not prepare it.',
      ],
    },
  ],
  'kb-operations': [
    {
      title: 'Onboarding a supplier',
      passages: [
        'A new supplier needs a signed framework agreement, a register extract not older than six months and confirmed bank details.',
        'The notice period for suppliers is six weeks to the end of a month unless the framework agreement says otherwise.',
        'Suppliers are rated every quarter by delivery on time, quality and answers to complaints. Below seventy points a talk is due.',
      ],
    },
    {
      title: 'Late and damaged deliveries',
      passages: [
        'A delivery that is two days late is asked for by mail, after four days by telephone. After seven days the order goes to the second source.',
        'Photograph damaged goods before they are unpacked further, and note the damage on the delivery note. The carrier is told within seven days.',
        'Goods that spoil are destroyed on site with two signatures; the certificate goes to Finance with the complaint.',
      ],
    },
    {
      title: 'Returns from customers',
      passages: [
        'Returns are accepted within thirty days in original packaging. The label is sent out by Customer Care, the refund follows the inspection.',
        'An inspection takes no longer than three working days. Grade A goes back to stock, grade B to the outlet, grade C is recycled.',
      ],
    },
    {
      title: 'When a system is down',
      passages: [
        'Orders are written on the paper forms of the red folder while the warehouse system is down. They are typed in by two people afterwards.',
        'The duty manager tells the clients after thirty minutes, and again every two hours until it is over.',
        'Each outage of more than an hour gets a review within five working days: what happened, what helped, what we change.',
      ],
    },
  ],
} as const satisfies Record<string, readonly SeedDocument[]>
