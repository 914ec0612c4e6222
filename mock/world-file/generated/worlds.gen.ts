// Generated from mock/world-file/worlds/*.yaml by `npm run generate`; edit those instead.
import type { World } from '../world.ts'

const empty: World = {
company: {
  "name": "Meridian Business Services",
  "time_zone": "Europe/Berlin",
  "plan": "business",
  "top_up_euros": 500,
  "monthly_top_up_euros": 200,
  "first_fee": false
},
teams: {
  "team-finance": {
    "name": "Finance"
  },
  "team-operations": {
    "name": "Operations"
  },
  "team-technology": {
    "name": "Technology"
  },
  "team-customer-care": {
    "name": "Customer Care"
  }
},
people: {
  "person-admin": {
    "name": "Clara Hoffmann",
    "email": "clara.hoffmann@meridian.example",
    "role": "admin",
    "teams": [
      "team-technology"
    ],
    "manages": []
  },
  "person-manager": {
    "name": "Jonas Berger",
    "email": "jonas.berger@meridian.example",
    "role": "manager",
    "teams": [
      "team-finance"
    ],
    "manages": [
      "team-finance"
    ]
  },
  "person-member": {
    "name": "Maya Lindqvist",
    "email": "maya.lindqvist@meridian.example",
    "role": "member",
    "teams": [
      "team-finance"
    ],
    "manages": []
  },
  "person-other": {
    "name": "Tomasz Nowak",
    "email": "tomasz.nowak@meridian.example",
    "role": "member",
    "teams": [
      "team-operations"
    ],
    "manages": []
  },
  "person-outsider-manager": {
    "name": "Ines Carvalho",
    "email": "ines.carvalho@meridian.example",
    "role": "manager",
    "teams": [
      "team-operations"
    ],
    "manages": [
      "team-operations"
    ]
  }
},
keys: {
  "admin": {
    "of": "person-admin",
    "scopes": [
      "agency-usage:read",
      "agents:read",
      "agents:run",
      "analytics:read",
      "approvals:read",
      "chat:read",
      "chat:write",
      "knowledge:read",
      "runs:read",
      "tasks:read",
      "tasks:write",
      "workflows:read",
      "workflows:run"
    ],
    "revoked": false
  },
  "manager": {
    "of": "person-manager",
    "scopes": [
      "agency-usage:read",
      "agents:read",
      "agents:run",
      "analytics:read",
      "approvals:read",
      "chat:read",
      "chat:write",
      "knowledge:read",
      "runs:read",
      "tasks:read",
      "tasks:write",
      "workflows:read",
      "workflows:run"
    ],
    "revoked": false
  },
  "member": {
    "of": "person-member",
    "scopes": [
      "agency-usage:read",
      "agents:read",
      "agents:run",
      "analytics:read",
      "approvals:read",
      "chat:read",
      "chat:write",
      "knowledge:read",
      "runs:read",
      "tasks:read",
      "tasks:write",
      "workflows:read",
      "workflows:run"
    ],
    "revoked": false
  },
  "other": {
    "of": "person-other",
    "scopes": [
      "agency-usage:read",
      "agents:read",
      "agents:run",
      "analytics:read",
      "approvals:read",
      "chat:read",
      "chat:write",
      "knowledge:read",
      "runs:read",
      "tasks:read",
      "tasks:write",
      "workflows:read",
      "workflows:run"
    ],
    "revoked": false
  },
  "outsider-manager": {
    "of": "person-outsider-manager",
    "scopes": [
      "agency-usage:read",
      "agents:read",
      "agents:run",
      "analytics:read",
      "approvals:read",
      "chat:read",
      "chat:write",
      "knowledge:read",
      "runs:read",
      "tasks:read",
      "tasks:write",
      "workflows:read",
      "workflows:run"
    ],
    "revoked": false
  },
  "read-only": {
    "of": "person-admin",
    "scopes": [
      "agency-usage:read",
      "agents:read",
      "analytics:read",
      "approvals:read",
      "chat:read",
      "knowledge:read",
      "runs:read",
      "tasks:read",
      "workflows:read"
    ],
    "revoked": false
  },
  "run-only": {
    "of": "person-admin",
    "scopes": [
      "agents:run"
    ],
    "revoked": false
  },
  "no-scope": {
    "of": "person-admin",
    "scopes": [],
    "revoked": false
  },
  "revoked": {
    "of": "person-admin",
    "scopes": [
      "agency-usage:read",
      "agents:read",
      "agents:run",
      "analytics:read",
      "approvals:read",
      "chat:read",
      "chat:write",
      "knowledge:read",
      "runs:read",
      "tasks:read",
      "tasks:write",
      "workflows:read",
      "workflows:run"
    ],
    "revoked": true
  }
},
models: {
  "aw-large": {
    "name": "Agent Work Large",
    "owned_by": "agent-work",
    "in": 3,
    "out": 15,
    "cached": 0.3
  },
  "aw-medium": {
    "name": "Agent Work Medium",
    "owned_by": "agent-work",
    "in": 1,
    "out": 5,
    "cached": 0.1
  },
  "aw-small": {
    "name": "Agent Work Small",
    "owned_by": "agent-work",
    "in": 0.25,
    "out": 1.25,
    "cached": 0.025
  }
},
agents: {},
workflows: {},
boards: {},
projects: {},
tasks: [],
knowledge: {},
clients: {},
policies: [],
history: null,
}

const quiet: World = {
company: {
  "name": "Meridian Business Services",
  "time_zone": "Europe/Berlin",
  "plan": "business",
  "top_up_euros": 500,
  "monthly_top_up_euros": 200,
  "first_fee": true
},
teams: empty.teams,
people: {
  "person-admin": {
    "name": "Clara Hoffmann",
    "email": "clara.hoffmann@meridian.example",
    "role": "admin",
    "teams": [
      "team-technology"
    ],
    "manages": []
  },
  "person-manager": {
    "name": "Jonas Berger",
    "email": "jonas.berger@meridian.example",
    "role": "manager",
    "teams": [
      "team-finance"
    ],
    "manages": [
      "team-finance"
    ]
  },
  "person-member": {
    "name": "Maya Lindqvist",
    "email": "maya.lindqvist@meridian.example",
    "role": "member",
    "teams": [
      "team-finance"
    ],
    "manages": []
  },
  "person-other": {
    "name": "Tomasz Nowak",
    "email": "tomasz.nowak@meridian.example",
    "role": "member",
    "teams": [
      "team-operations"
    ],
    "manages": []
  },
  "person-outsider-manager": {
    "name": "Ines Carvalho",
    "email": "ines.carvalho@meridian.example",
    "role": "manager",
    "teams": [
      "team-operations"
    ],
    "manages": [
      "team-operations"
    ]
  },
  "person-felix": {
    "name": "Felix Brandt",
    "email": "felix.brandt@meridian.example",
    "role": "admin",
    "teams": [
      "team-technology"
    ],
    "manages": []
  },
  "person-noor": {
    "name": "Noor Haddad",
    "email": "noor.haddad@meridian.example",
    "role": "manager",
    "teams": [
      "team-technology"
    ],
    "manages": [
      "team-technology"
    ]
  },
  "person-marta": {
    "name": "Marta Kowalska",
    "email": "marta.kowalska@meridian.example",
    "role": "manager",
    "teams": [
      "team-customer-care"
    ],
    "manages": [
      "team-customer-care"
    ]
  },
  "person-eszter": {
    "name": "Eszter Varga",
    "email": "eszter.varga@meridian.example",
    "role": "member",
    "teams": [
      "team-finance"
    ],
    "manages": []
  },
  "person-daniel": {
    "name": "Daniel Okafor",
    "email": "daniel.okafor@meridian.example",
    "role": "member",
    "teams": [
      "team-finance"
    ],
    "manages": []
  },
  "person-priya": {
    "name": "Priya Nair",
    "email": "priya.nair@meridian.example",
    "role": "member",
    "teams": [
      "team-finance"
    ],
    "manages": []
  },
  "person-lukas": {
    "name": "Lukas Steiner",
    "email": "lukas.steiner@meridian.example",
    "role": "member",
    "teams": [
      "team-operations"
    ],
    "manages": []
  },
  "person-amelie": {
    "name": "Amélie Roux",
    "email": "amelie.roux@meridian.example",
    "role": "member",
    "teams": [
      "team-operations"
    ],
    "manages": []
  },
  "person-henrik": {
    "name": "Henrik Dahl",
    "email": "henrik.dahl@meridian.example",
    "role": "member",
    "teams": [
      "team-operations",
      "team-customer-care"
    ],
    "manages": []
  },
  "person-sofia": {
    "name": "Sofia Rossi",
    "email": "sofia.rossi@meridian.example",
    "role": "member",
    "teams": [
      "team-technology"
    ],
    "manages": []
  },
  "person-ben": {
    "name": "Ben Achterberg",
    "email": "ben.achterberg@meridian.example",
    "role": "member",
    "teams": [
      "team-customer-care"
    ],
    "manages": []
  },
  "person-aylin": {
    "name": "Aylin Demir",
    "email": "aylin.demir@meridian.example",
    "role": "member",
    "teams": [
      "team-customer-care"
    ],
    "manages": []
  },
  "person-oliver": {
    "name": "Oliver Quinn",
    "email": "oliver.quinn@meridian.example",
    "role": "member",
    "teams": [
      "team-customer-care"
    ],
    "manages": []
  }
},
keys: empty.keys,
models: empty.models,
agents: {
  "agent-that-finishes": {
    "name": "Invoice checker",
    "description": "Compares an invoice with its purchase order and says whether it can be paid.",
    "owner": "person-manager",
    "team": "team-finance",
    "visibility": "shared",
    "system_prompt": "You check incoming invoices for the Finance team of Meridian Business Services.\n\nFind the purchase order that the invoice names and compare supplier, lines, quantities, prices, discounts and value added tax. Differences up to two percent or fifty euros are accepted; say so, but let the invoice pass. Everything above that is listed line by line with both values.\n\nNever approve a payment yourself. If the bank details differ from the master data, stop and say so first, before anything else. End with one of three words: pay, ask, or return.",
    "model": "aw-large",
    "tools": [
      "search_knowledge"
    ],
    "tags": [
      "finance",
      "invoices",
      "agent-that-finishes"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 2
      },
      {
        "do": "say",
        "text": "I have read the documents and compare them line by line."
      },
      {
        "do": "work",
        "seconds": 4
      },
      {
        "do": "finish",
        "summary": "Done: {{input.task}} All lines match their purchase order; nothing is open."
      }
    ]
  },
  "agent-that-is-slow": {
    "name": "Contract archive reader",
    "description": "Reads whole folders of contracts and lists what ends when. It takes about ten minutes.",
    "owner": "person-admin",
    "team": "team-technology",
    "visibility": "shared",
    "system_prompt": "You read contracts and make a list of what binds us: parties, start, end, notice period, renewal, price adjustments and liabilities.\n\nQuote the clause for each entry with its number. When two versions of a contract exist, the one signed last counts; name the other. Leave a field empty rather than guess. Sort the list by the last day on which notice can be given.",
    "model": "aw-medium",
    "tools": [],
    "tags": [
      "contracts",
      "agent-that-is-slow"
    ],
    "script": [
      {
        "do": "say",
        "text": "I start with the oldest folder."
      },
      {
        "do": "work",
        "seconds": 60
      },
      {
        "do": "say",
        "text": "The first folder is read; nothing in it ends soon."
      },
      {
        "do": "work",
        "seconds": 240
      },
      {
        "do": "say",
        "text": "Half of the folders are read."
      },
      {
        "do": "work",
        "seconds": 300
      },
      {
        "do": "finish",
        "summary": "I have read 412 contracts. 17 of them end within the next six months."
      }
    ]
  },
  "agent-that-fails": {
    "name": "Bank feed importer",
    "description": "Imports the bank statements of the day. The bank does not answer at the moment.",
    "owner": "person-admin",
    "team": "team-technology",
    "visibility": "shared",
    "system_prompt": "You import the bank statements of the day, match each line with an open item and leave the rest for a person.",
    "model": "aw-small",
    "tools": [
      "fetch_statement"
    ],
    "tags": [
      "finance",
      "import",
      "agent-that-fails"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 4
      },
      {
        "do": "fail",
        "code": "tool_failed",
        "message": "The bank did not answer within thirty seconds, three times in a row."
      }
    ]
  },
  "agent-that-asks-text": {
    "name": "Briefing writer",
    "description": "Writes a one-page briefing and asks what it should stress.",
    "owner": "person-outsider-manager",
    "team": "team-operations",
    "visibility": "shared",
    "system_prompt": "You write briefings of one page for managers who have two minutes. Start with what has to be decided and by when. Then three facts that matter, each with its source. Then the options, at most three, with what each costs.\n\nAsk what the briefing should stress before you write it. No introduction, no summary at the end, no adjectives that carry no information.",
    "model": "aw-large",
    "tools": [
      "ask_user"
    ],
    "tags": [
      "writing",
      "agent-that-asks-text"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 3
      },
      {
        "do": "ask",
        "prompt": "What should the briefing stress?"
      },
      {
        "do": "work",
        "seconds": 3
      },
      {
        "do": "finish",
        "summary": "The briefing is ready. As you asked, it stresses: {{answer}}"
      }
    ]
  },
  "agent-that-asks-fields": {
    "name": "Credit note assistant",
    "description": "Prepares a credit note and asks for its amount, currency and reason.",
    "owner": "person-manager",
    "team": "team-finance",
    "visibility": "shared",
    "system_prompt": "You prepare credit notes. Ask for amount, currency and reason; above 500 euros add that Finance has to approve it.",
    "model": "aw-medium",
    "tools": [
      "ask_user",
      "create_credit_note"
    ],
    "tags": [
      "finance",
      "agent-that-asks-fields"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 3
      },
      {
        "do": "ask-fields",
        "prompt": "Which credit note should I prepare?",
        "fields": [
          {
            "name": "amount",
            "label": "Amount",
            "type": "number",
            "required": true
          },
          {
            "name": "currency",
            "label": "Currency",
            "type": "choice",
            "required": true,
            "options": [
              "EUR",
              "USD",
              "CHF"
            ]
          },
          {
            "name": "booked_on",
            "label": "Booking date",
            "type": "date",
            "required": false
          },
          {
            "name": "notify",
            "label": "Tell the customer",
            "type": "boolean",
            "required": false
          },
          {
            "name": "reason",
            "label": "Reason",
            "type": "text",
            "required": false
          }
        ]
      },
      {
        "do": "work",
        "seconds": 3
      },
      {
        "do": "finish",
        "summary": "The credit note over {{values.amount}} {{values.currency}} is prepared."
      }
    ]
  },
  "agent-that-asks-decisions": {
    "name": "Inbox sorter",
    "description": "Sorts a shared inbox and proposes what to do with each unclear message.",
    "owner": "person-outsider-manager",
    "team": "team-operations",
    "visibility": "shared",
    "system_prompt": "You sort the shared inbox of the Operations team. Move each message to the folder that fits: orders, deliveries, complaints, suppliers, or other. Answer nothing.\n\nWhat is not clear you propose as an action and let a person decide: one action for each message, in one sentence that says what you would do and why. Complaints are never archived, whatever their tone.",
    "model": "aw-small",
    "tools": [
      "ask_user",
      "move_message"
    ],
    "tags": [
      "mail",
      "agent-that-asks-decisions"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 3
      },
      {
        "do": "ask-decisions",
        "prompt": "Two messages are unclear. May I do this?",
        "actions": [
          {
            "name": "archive_newsletter",
            "label": "Archive the newsletter of a supplier",
            "type": "choice",
            "required": true,
            "options": [
              "approve",
              "reject"
            ]
          },
          {
            "name": "forward_complaint",
            "label": "Forward a complaint to Customer Care",
            "type": "choice",
            "required": true,
            "options": [
              "approve",
              "reject"
            ]
          }
        ]
      },
      {
        "do": "work",
        "seconds": 3
      },
      {
        "do": "finish",
        "summary": "The inbox is sorted: 38 messages moved, the two unclear ones as you decided."
      }
    ]
  },
  "agent-that-waits-for-approval": {
    "name": "Payment run preparer",
    "description": "Collects what is due and prepares the payment run; a person releases it.",
    "owner": "person-manager",
    "team": "team-finance",
    "visibility": "shared",
    "system_prompt": "You prepare the weekly payment run. Take every checked invoice that is due within seven days, use the early payment discount where it is still open, and leave out suppliers that are blocked.\n\nList payments by supplier with the total of each. You never release a payment run: ask for approval with the number of payments, the total and the largest single amount, and wait.",
    "model": "aw-large",
    "tools": [
      "create_payment_run"
    ],
    "tags": [
      "finance",
      "payments",
      "agent-that-waits-for-approval"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 3
      },
      {
        "do": "await-approval",
        "description": "23 payments to 19 suppliers, 18,240.55 euros in total. The largest is 4,180.00 euros.",
        "title": "Release the payment run of this week"
      },
      {
        "do": "work",
        "seconds": 3
      },
      {
        "do": "finish",
        "summary": "The payment run with 23 payments over 18,240.55 euros was handed to the bank."
      }
    ]
  },
  "agent-that-uses-tools": {
    "name": "Order status finder",
    "description": "Looks an order up in the warehouse and with the carrier, and writes the answer to the customer.",
    "owner": "person-outsider-manager",
    "team": "team-operations",
    "visibility": "shared",
    "system_prompt": "You answer where an order is: look it up in the warehouse, then with the carrier, and draft a friendly reply.",
    "model": "aw-medium",
    "tools": [
      "find_order",
      "track_parcel"
    ],
    "tags": [
      "operations",
      "customers",
      "agent-that-uses-tools"
    ],
    "script": [
      {
        "do": "tool",
        "arguments": {
          "reference": "SO-20418"
        },
        "result": {
          "reference": "SO-20418",
          "status": "shipped",
          "parcel": "PX-77120-4"
        },
        "seconds": 1,
        "name": "find_order"
      },
      {
        "do": "tool",
        "arguments": {
          "parcel": "PX-77120-4"
        },
        "result": {
          "status": "in transit",
          "place": "Hannover",
          "expected": "tomorrow"
        },
        "seconds": 2,
        "name": "track_parcel"
      },
      {
        "do": "work",
        "seconds": 3
      },
      {
        "do": "finish",
        "summary": "Order SO-20418 is on its way from Hannover and arrives tomorrow. The answer is drafted."
      }
    ]
  },
  "agent-private-to-other": {
    "name": "Tomasz's shift planner",
    "description": "Drafts the shift plan of the warehouse. Nobody but its owner sees it.",
    "owner": "person-other",
    "team": "team-operations",
    "visibility": "private",
    "system_prompt": "You draft the weekly shift plan of the warehouse from the list of people and their wishes.",
    "model": "aw-small",
    "tools": [],
    "tags": [
      "planning"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 6
      },
      {
        "do": "finish",
        "summary": "The plan for next week is drafted; two shifts are one person short."
      }
    ]
  },
  "accrual-collector": {
    "name": "Accrual collector",
    "description": "Goes through orders and receipts at the end of the month and lists what has to be accrued.",
    "owner": "person-eszter",
    "team": "team-finance",
    "visibility": "shared",
    "system_prompt": "You collect accruals for the month-end closing of Meridian Business Services.\n\nTake every order with a receipt of goods but without an invoice, every service that was used and not yet billed, and every contract whose fee covers more than this month. List supplier, account, cost centre, amount and the reason, the largest first, and leave out what is below 1,000 euros. Say what you are not sure about; an accrual that nobody can explain is worse than one that is missing.",
    "model": "aw-large",
    "tools": [
      "search_knowledge",
      "find_order"
    ],
    "tags": [
      "finance",
      "closing"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 200,
        "variation": 0.5
      },
      {
        "do": "finish",
        "summary": "The list of accruals is ready, with a reason for each."
      }
    ]
  },
  "vat-reviewer": {
    "name": "VAT return reviewer",
    "description": "Reads the prepared VAT return against the ledger and marks what does not fit.",
    "owner": "person-manager",
    "team": "team-finance",
    "visibility": "shared",
    "system_prompt": "You review VAT returns that somebody else has prepared. Recalculate every box from the ledger, name the tax codes behind it and show the difference, however small.\n\nPay attention to purchases from other EU countries, to reverse charge and to credit notes of earlier months. You change nothing; you write down what you found and where to look.",
    "model": "aw-large",
    "tools": [
      "search_knowledge"
    ],
    "tags": [
      "finance",
      "tax"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 150,
        "variation": 0.5
      },
      {
        "do": "finish",
        "summary": "The return fits the ledger."
      }
    ]
  },
  "dunning-writer": {
    "name": "Dunning letter writer",
    "description": "Writes reminders that are firm in the matter and friendly in tone.",
    "owner": "person-priya",
    "team": "team-finance",
    "visibility": "shared",
    "system_prompt": "You write payment reminders in three levels. Friendly, short, with invoice, date, amount and how to pay.",
    "model": "aw-medium",
    "tools": [
      "find_invoice"
    ],
    "tags": [
      "finance",
      "writing"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 60,
        "variation": 0.5
      },
      {
        "do": "finish",
        "summary": "The reminders are drafted."
      }
    ]
  },
  "travel-checker": {
    "name": "Maya's travel expense checker",
    "description": "Checks travel expenses against the handbook before they are handed in.",
    "owner": "person-member",
    "team": "team-finance",
    "visibility": "private",
    "system_prompt": "You check travel expenses against the rules of the handbook and say what is missing or above a limit.",
    "model": "aw-small",
    "tools": [
      "search_knowledge"
    ],
    "tags": [
      "travel"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 30,
        "variation": 0.5
      },
      {
        "do": "finish",
        "summary": "The expenses follow the rules."
      }
    ]
  },
  "supplier-steward": {
    "name": "Supplier data steward",
    "description": "Keeps the master data of suppliers complete: addresses, tax numbers, bank details, contacts.",
    "owner": "person-outsider-manager",
    "team": "team-operations",
    "visibility": "shared",
    "system_prompt": "You keep the master data of our suppliers complete and free of doubles. Compare name, address, register number, tax number and bank details with the papers that we hold; never with what you find elsewhere.\n\nPropose changes one by one with old and new value. Bank details are never changed by you, only reported.",
    "model": "aw-medium",
    "tools": [
      "find_supplier",
      "search_knowledge"
    ],
    "tags": [
      "suppliers",
      "data"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 90,
        "variation": 0.5
      },
      {
        "do": "finish",
        "summary": "The master data is complete."
      }
    ]
  },
  "delay-watcher": {
    "name": "Delivery delay watcher",
    "description": "Looks at open orders every morning, lists which will be late and drafts the mail to the supplier.",
    "owner": "person-lukas",
    "team": "team-operations",
    "visibility": "shared",
    "system_prompt": "You watch open purchase orders for delays. Compare the confirmed date with the last message of the supplier and the tracking of the carrier. Late means two working days or more.\n\nFor each late order: what is affected, what the playbook says is due now, and a draft of the mail in the language of the supplier. Order by damage, not by date.",
    "model": "aw-medium",
    "tools": [
      "find_order",
      "track_parcel"
    ],
    "tags": [
      "operations",
      "deliveries"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 120,
        "variation": 0.5
      },
      {
        "do": "finish",
        "summary": "All open orders are looked at; the mails are drafted."
      }
    ]
  },
  "returns-inspector": {
    "name": "Returns inspector",
    "description": "Reads the inspection notes and photos of returns and proposes grade and refund.",
    "owner": "person-amelie",
    "team": "team-operations",
    "visibility": "shared",
    "system_prompt": "You propose a grade (A, B or C) and a refund for each return from its inspection notes, and say why in one sentence.",
    "model": "aw-small",
    "tools": [
      "find_order"
    ],
    "tags": [
      "operations",
      "returns"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 60,
        "variation": 0.5
      },
      {
        "do": "finish",
        "summary": "Every return has a grade and a refund."
      }
    ]
  },
  "handover-writer": {
    "name": "Shift handover writer",
    "description": "Sums a shift up for the next one. Only its owner uses it so far.",
    "owner": "person-henrik",
    "team": "team-operations",
    "visibility": "private",
    "system_prompt": "You sum a warehouse shift up for the next one in ten lines: what is open, what is broken, who is waiting.",
    "model": "aw-small",
    "tools": [],
    "tags": [
      "operations"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 25,
        "variation": 0.5
      },
      {
        "do": "finish",
        "summary": "The handover is written."
      }
    ]
  },
  "ticket-triage": {
    "name": "Ticket triage",
    "description": "Reads new tickets, sets topic and urgency, and finds the person who can help.",
    "owner": "person-marta",
    "team": "team-customer-care",
    "visibility": "shared",
    "system_prompt": "You read new tickets of our clients' customers. Set one topic, one urgency and one person or team. Urgent is only what stops somebody from working or costs money today.\n\nIf a ticket holds several questions, split it. If it holds personal data that does not belong there, mark it. You never answer a customer.",
    "model": "aw-small",
    "tools": [
      "search_knowledge",
      "move_ticket"
    ],
    "tags": [
      "customers"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 60,
        "variation": 0.5
      },
      {
        "do": "finish",
        "summary": "All new tickets have a topic, an urgency and an owner."
      }
    ]
  },
  "reply-drafter": {
    "name": "Reply drafter",
    "description": "Drafts answers to customers in the tone of the client.",
    "owner": "person-ben",
    "team": "team-customer-care",
    "visibility": "shared",
    "system_prompt": "You draft answers to customers in the name of our clients. Use the tone of the client's style guide, answer every question that was asked and promise nothing that is not in the order.\n\nShort sentences. No apology without a reason, no reason without a next step. A person reads every draft before it is sent.",
    "model": "aw-medium",
    "tools": [
      "find_order",
      "search_knowledge"
    ],
    "tags": [
      "customers",
      "writing"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 60,
        "variation": 0.5
      },
      {
        "do": "finish",
        "summary": "The answers are drafted."
      }
    ]
  },
  "complaint-analyst": {
    "name": "Complaint analyst",
    "description": "Finds what complaints of a client have in common.",
    "owner": "person-aylin",
    "team": "team-customer-care",
    "visibility": "shared",
    "system_prompt": "You group complaints by cause, count them, compare with the month before and quote two typical ones for each group.",
    "model": "aw-large",
    "tools": [
      "search_knowledge"
    ],
    "tags": [
      "customers",
      "analysis"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 150,
        "variation": 0.5
      },
      {
        "do": "finish",
        "summary": "The causes are grouped and compared with last month."
      }
    ]
  },
  "access-reviewer": {
    "name": "Access review assistant",
    "description": "Compares who has access to what with who needs it. It takes a quarter of an hour.",
    "owner": "person-admin",
    "team": "team-technology",
    "visibility": "shared",
    "system_prompt": "You prepare the quarterly access review. Compare the members of every group with the list of people, their teams and their roles, and mark who left, who moved, who has two roles that must not be in one hand, and which API keys are older than ninety days.\n\nWrite one line for each finding: person, system, right, why it stands out, what you propose. Remove nothing.",
    "model": "aw-large",
    "tools": [
      "list_groups",
      "search_knowledge"
    ],
    "tags": [
      "security"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 240,
        "variation": 0.5
      },
      {
        "do": "finish",
        "summary": "The review is prepared."
      }
    ]
  },
  "release-notes": {
    "name": "Release note writer",
    "description": "Turns merged changes into notes that people outside Technology understand.",
    "owner": "person-sofia",
    "team": "team-technology",
    "visibility": "shared",
    "system_prompt": "You write release notes for colleagues: what is new, what changes for them, what they have to do. No ticket numbers.",
    "model": "aw-medium",
    "tools": [
      "list_changes"
    ],
    "tags": [
      "writing",
      "releases"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 90,
        "variation": 0.5
      },
      {
        "do": "finish",
        "summary": "The notes are written."
      }
    ]
  },
  "minutes-keeper": {
    "name": "Minutes keeper",
    "description": "Turns a transcript into minutes: decisions, who does what until when, open points.",
    "owner": "person-noor",
    "team": "team-technology",
    "visibility": "shared",
    "system_prompt": "You turn transcripts into minutes: decisions first, then tasks with person and date, then open points. One page.",
    "model": "aw-small",
    "tools": [],
    "tags": [
      "writing",
      "meetings"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 45,
        "variation": 0.5
      },
      {
        "do": "finish",
        "summary": "The minutes are ready."
      }
    ]
  }
},
workflows: {
  "workflow-straight": {
    "name": "Answer an order question",
    "description": "Checks the invoice of an order, then finds out where its parcel is.",
    "status": "active",
    "owner": "person-outsider-manager",
    "steps": [
      {
        "agent": "agent-that-finishes",
        "name": "Check the invoice",
        "instruction": "Check that the invoice of the order is right."
      },
      {
        "agent": "agent-that-uses-tools",
        "name": "Find the parcel",
        "instruction": "Find out where the parcel is."
      }
    ]
  },
  "workflow-with-gate": {
    "name": "Onboard a supplier",
    "description": "Checks the papers of a new supplier, lets Finance decide, and sets the supplier up.",
    "status": "active",
    "owner": "person-manager",
    "steps": [
      {
        "agent": "agent-that-finishes",
        "name": "Check the papers",
        "instruction": "Check register extract, tax number and bank details."
      },
      {
        "gate": "Finance decides",
        "approvers": [
          "person-manager"
        ]
      },
      {
        "agent": "agent-that-uses-tools",
        "name": "Set the supplier up",
        "instruction": "Enter the supplier with the terms that were agreed."
      }
    ]
  },
  "workflow-that-fails": {
    "name": "Close the day",
    "description": "Checks the invoices of the day and imports the bank statements, which fails at the moment.",
    "status": "active",
    "owner": "person-admin",
    "steps": [
      {
        "agent": "agent-that-finishes",
        "name": "Check the invoices",
        "instruction": "Check the invoices of today."
      },
      {
        "agent": "agent-that-fails",
        "name": "Import the statements",
        "instruction": "Import the statements of today."
      },
      {
        "agent": "agent-that-finishes",
        "name": "Report",
        "instruction": "Report what is open."
      }
    ]
  },
  "workflow-that-asks": {
    "name": "Prepare a client review",
    "description": "Writes the briefing for the review of a client, asking what to stress, and checks its figures.",
    "status": "active",
    "owner": "person-outsider-manager",
    "steps": [
      {
        "agent": "agent-that-asks-text",
        "name": "Write the briefing",
        "instruction": "Write the briefing for the review."
      },
      {
        "agent": "agent-that-finishes",
        "name": "Check the figures",
        "instruction": "Check the figures in the briefing."
      }
    ]
  },
  "workflow-in-draft": {
    "name": "Quarterly supplier rating",
    "description": "Being drafted; it cannot be started yet.",
    "status": "draft",
    "owner": "person-outsider-manager",
    "steps": [
      {
        "agent": "agent-that-finishes",
        "name": "Collect the ratings",
        "instruction": "Collect the ratings of the quarter."
      }
    ]
  },
  "month-end-closing": {
    "name": "Month-end closing",
    "description": "Collects the accruals, has them approved, and reviews the VAT return of the month.",
    "status": "active",
    "owner": "person-eszter",
    "steps": [
      {
        "agent": "accrual-collector",
        "name": "Collect the accruals",
        "instruction": "Collect the accruals of the month."
      },
      {
        "gate": "Approve the accruals",
        "approvers": [
          "person-manager",
          "person-eszter"
        ],
        "instruction": "Are the accruals complete, and can each be explained?"
      },
      {
        "agent": "vat-reviewer",
        "name": "Review the VAT return",
        "instruction": "Review the VAT return of the month."
      }
    ]
  },
  "complaint-handling": {
    "name": "Handle a complaint",
    "description": "Sorts a complaint, drafts the answer, and lets Customer Care decide whether it is sent.",
    "status": "active",
    "owner": "person-marta",
    "steps": [
      {
        "agent": "ticket-triage",
        "name": "Sort the complaint",
        "instruction": "Set topic, urgency and owner."
      },
      {
        "agent": "reply-drafter",
        "name": "Draft the answer",
        "instruction": "Draft the answer to the customer."
      },
      {
        "gate": "Customer Care decides",
        "approvers": [
          "person-marta",
          "person-ben"
        ],
        "instruction": "Can the answer be sent?"
      },
      {
        "agent": "agent-that-uses-tools",
        "name": "Send and note",
        "instruction": "Send the answer and note it in the order."
      }
    ]
  }
},
boards: {
  "board-ops": {
    "name": "Operations",
    "prefix": "OPS"
  },
  "board-fin": {
    "name": "Finance",
    "prefix": "FIN"
  }
},
projects: {
  "project-year-end": {
    "name": "Year-end closing"
  },
  "project-suppliers": {
    "name": "Supplier onboarding"
  }
},
tasks: [],
knowledge: {
  "kb-handbook": {
    "name": "Company handbook",
    "description": "How we work: leave, travel, security, and whom to ask.",
    "teams": [],
    "documents": [
      {
        "title": "Annual leave and public holidays",
        "passages": [
          "Everybody has thirty days of annual leave. Up to five days can be carried over and have to be taken by the end of March of the following year.",
          "Ask for leave in the people portal at least two weeks ahead. Your team manager answers within three working days; no answer counts as a yes.",
          "Public holidays follow the office that is named in your contract, not the place that you work from that week."
        ]
      },
      {
        "title": "Business travel and expenses",
        "passages": [
          "Travel by train wherever the journey takes less than six hours. Flights need the approval of the team manager before they are booked.",
          "Hotels are refunded up to 140 euros per night, in capitals up to 190 euros. Breakfast is part of the rate or of the daily allowance, never both.",
          "Hand in receipts within thirty days. Expenses without a receipt are refunded up to ten euros."
        ]
      },
      {
        "title": "Information security",
        "passages": [
          "Every account uses a passkey or a second factor. Report a lost laptop or phone to Technology within the hour, day or night.",
          "Personal data of clients stays in the client folder. It is never pasted into a chat with people outside the company.",
          "API keys belong to a person, carry only the scopes that they need and are renewed every ninety days."
        ]
      },
      {
        "title": "Working with agents",
        "passages": [
          "An agent works in the name of the person who starts it, and the team of that person pays for it. Read its summary before you pass its work on.",
          "Payments, contracts and messages to more than fifty recipients always wait for the approval of a person.",
          "When an agent asks a question, answer it the same day. A paused run costs nothing, but somebody usually waits for it."
        ]
      }
    ]
  },
  "kb-finance": {
    "name": "Finance policies",
    "description": "Invoices, payment terms, approvals and month-end closing.",
    "teams": [
      "team-finance"
    ],
    "documents": [
      {
        "title": "Payment terms and early payment discount",
        "passages": [
          "Our standard payment term is thirty days net from the date of the invoice. Suppliers on the preferred list are paid within fourteen days.",
          "Use the early payment discount of two percent whenever the invoice was checked within eight days; it is worth more than the interest.",
          "The notice period for changed payment terms is three months to the end of a quarter, in writing to the supplier."
        ]
      },
      {
        "title": "Checking incoming invoices",
        "passages": [
          "An invoice is matched with its purchase order and the receipt of the goods. Differences up to two percent or fifty euros are accepted without asking.",
          "An invoice without a purchase order goes back to the supplier the same day, with a copy to the person who placed the order.",
          "Bank details that differ from the master data are confirmed by telephone under the number that we have on file, never under the one on the invoice."
        ]
      },
      {
        "title": "Who approves what",
        "passages": [
          "Payments up to 5,000 euros are approved by the team manager, up to 25,000 euros by the head of Finance, above that by two managing directors.",
          "Credit notes above 500 euros need the approval of Finance. Write-offs always do, whatever the amount."
        ]
      },
      {
        "title": "Month-end closing",
        "passages": [
          "The books of a month are closed on the fourth working day. Accruals above 1,000 euros are handed in by noon of the second working day.",
          "Reconcile bank, payroll and clearing accounts first. Open items older than ninety days are listed with a comment each.",
          "Value added tax is reported by the tenth of the following month; the return is checked by somebody who did not prepare it."
        ]
      }
    ]
  },
  "kb-operations": {
    "name": "Operations playbooks",
    "description": "Suppliers, deliveries, returns and what to do when something goes wrong.",
    "teams": [
      "team-operations"
    ],
    "documents": [
      {
        "title": "Onboarding a supplier",
        "passages": [
          "A new supplier needs a signed framework agreement, a register extract not older than six months and confirmed bank details.",
          "The notice period for suppliers is six weeks to the end of a month unless the framework agreement says otherwise.",
          "Suppliers are rated every quarter by delivery on time, quality and answers to complaints. Below seventy points a talk is due."
        ]
      },
      {
        "title": "Late and damaged deliveries",
        "passages": [
          "A delivery that is two days late is asked for by mail, after four days by telephone. After seven days the order goes to the second source.",
          "Photograph damaged goods before they are unpacked further, and note the damage on the delivery note. The carrier is told within seven days.",
          "Goods that spoil are destroyed on site with two signatures; the certificate goes to Finance with the complaint."
        ]
      },
      {
        "title": "Returns from customers",
        "passages": [
          "Returns are accepted within thirty days in original packaging. The label is sent out by Customer Care, the refund follows the inspection.",
          "An inspection takes no longer than three working days. Grade A goes back to stock, grade B to the outlet, grade C is recycled."
        ]
      },
      {
        "title": "When a system is down",
        "passages": [
          "Orders are written on the paper forms of the red folder while the warehouse system is down. They are typed in by two people afterwards.",
          "The duty manager tells the clients after thirty minutes, and again every two hours until it is over.",
          "Each outage of more than an hour gets a review within five working days: what happened, what helped, what we change."
        ]
      }
    ]
  }
},
clients: {
  "client-contoso": {
    "name": "Contoso Retail",
    "agents": [
      "agent-that-finishes",
      "agent-that-uses-tools",
      "reply-drafter"
    ]
  },
  "client-fabrikam": {
    "name": "Fabrikam Foods",
    "agents": [
      "agent-that-asks-text",
      "agent-that-asks-fields",
      "complaint-analyst"
    ]
  }
},
policies: [],
history: null,
}

const demo: World = {
company: quiet.company,
teams: empty.teams,
people: quiet.people,
keys: empty.keys,
models: empty.models,
agents: quiet.agents,
workflows: quiet.workflows,
boards: quiet.boards,
projects: quiet.projects,
tasks: [
  {
    "title": "Move the returns shelf next to dock 4",
    "board": "board-ops",
    "status": "done",
    "owner": "person-outsider-manager",
    "assignee": "person-other",
    "priority": "low",
    "archived": true,
    "tags": [],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Find doubles among our suppliers",
    "description": "The migration left some of them twice. Propose what to merge, merge nothing.",
    "board": "board-ops",
    "status": "done",
    "owner": "person-outsider-manager",
    "assignee": "supplier-steward",
    "tags": [
      "suppliers",
      "data"
    ],
    "runs": [
      "failed",
      "completed"
    ],
    "result": "Nine suppliers exist twice. Seven pairs share a tax number and can be merged; two only share a name.",
    "archived": true,
    "criteria": [],
    "approvers": []
  },
  {
    "title": "Renew the fire extinguisher check in hall B",
    "board": "board-ops",
    "status": "done",
    "owner": "person-admin",
    "assignee": "person-lukas",
    "archived": true,
    "tags": [],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Give the night shift access to the loading plan",
    "board": "board-ops",
    "status": "done",
    "owner": "person-admin",
    "assignee": "person-felix",
    "tags": [
      "access"
    ],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Onboard Kvist & Moe",
    "description": "Framework agreement, register extract, bank details, first order.",
    "board": "board-ops",
    "status": "in_progress",
    "owner": "person-outsider-manager",
    "assignee": "person-outsider-manager",
    "priority": "high",
    "project": "project-suppliers",
    "tags": [
      "suppliers"
    ],
    "criteria": [
      "The framework agreement is signed",
      "The bank details are confirmed by telephone",
      "The first order is placed"
    ],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Check the papers of Kvist & Moe",
    "board": "board-ops",
    "status": "done",
    "owner": "person-outsider-manager",
    "assignee": "supplier-steward",
    "project": "project-suppliers",
    "tags": [
      "suppliers"
    ],
    "parent": "Onboard Kvist & Moe",
    "runs": [
      "completed"
    ],
    "result": "The register extract is five weeks old and fits. The tax number is valid. The bank details still have to be confirmed by telephone.",
    "criteria": [],
    "approvers": []
  },
  {
    "title": "Confirm the bank details of Kvist & Moe by telephone",
    "board": "board-ops",
    "status": "todo",
    "owner": "person-outsider-manager",
    "assignee": "person-other",
    "priority": "high",
    "project": "project-suppliers",
    "tags": [
      "suppliers"
    ],
    "parent": "Onboard Kvist & Moe",
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Agree delivery windows with Kvist & Moe",
    "board": "board-ops",
    "status": "backlog",
    "owner": "person-outsider-manager",
    "project": "project-suppliers",
    "parent": "Onboard Kvist & Moe",
    "tags": [],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Why do parcels to Poznań take five days?",
    "board": "board-ops",
    "status": "done",
    "owner": "person-other",
    "assignee": "agent-that-uses-tools",
    "tags": [
      "deliveries"
    ],
    "runs": [
      "completed"
    ],
    "result": "They wait two days in Dresden: the carrier bundles them for one lorry a week less than agreed since {month}.",
    "criteria": [],
    "approvers": []
  },
  {
    "title": "Second source for corrugated boxes",
    "description": "Alster Packaging was late three times in a row. We need a second source before the next season.",
    "board": "board-ops",
    "status": "in_review",
    "owner": "person-outsider-manager",
    "assignee": "agent-that-asks-text",
    "priority": "high",
    "project": "project-suppliers",
    "tags": [
      "suppliers",
      "risk"
    ],
    "criteria": [
      "Two offers are compared",
      "The price difference per quarter is known"
    ],
    "runs": [
      "completed"
    ],
    "result": "Two offers are compared. Weidmann Print delivers within three days and costs 2,140.00 euros more per quarter. You asked for: {{answer}}",
    "approvers": []
  },
  {
    "title": "Grade the returns of the outlet sale",
    "board": "board-ops",
    "status": "done",
    "owner": "person-amelie",
    "assignee": "returns-inspector",
    "tags": [
      "returns"
    ],
    "runs": [
      "cancelled",
      "completed"
    ],
    "result": "118 returns: 71 grade A, 38 grade B, 9 grade C. Refunds come to 3,406.20 euros.",
    "criteria": [],
    "approvers": []
  },
  {
    "title": "Shorten the morning list of late orders",
    "description": "Nobody reads forty lines. Only what stops a line or a customer.",
    "board": "board-ops",
    "status": "done",
    "owner": "person-lukas",
    "assignee": "person-lukas",
    "tags": [
      "deliveries"
    ],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Watch the open orders until Christmas",
    "description": "Every morning: what will be late, what it stops, and a mail to the supplier.",
    "board": "board-ops",
    "status": "in_progress",
    "owner": "person-lukas",
    "assignee": "delay-watcher",
    "priority": "high",
    "tags": [
      "deliveries"
    ],
    "runs": [
      "completed",
      "completed",
      "failed",
      "completed",
      "running"
    ],
    "result": "Three of 46 open orders will be late; none of them stops a line. The mails are drafted.",
    "max_runs_per_hour": 2,
    "budget_euros": 25,
    "criteria": [],
    "approvers": []
  },
  {
    "title": "Replace the label printer at dock 2",
    "description": "It works again since the new firmware.",
    "board": "board-ops",
    "status": "cancelled",
    "owner": "person-other",
    "assignee": "person-other",
    "tags": [],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Answer the carrier about the dented pallets",
    "board": "board-ops",
    "status": "in_review",
    "owner": "person-amelie",
    "assignee": "reply-drafter",
    "priority": "medium",
    "tags": [
      "deliveries",
      "complaints"
    ],
    "approvers": [
      "person-outsider-manager"
    ],
    "runs": [
      "completed"
    ],
    "result": "The answer names the eleven pallets, the delivery notes and the damage of 1,870.00 euros, and asks for a decision until Friday.",
    "criteria": []
  },
  {
    "title": "Sort the shared inbox before the holidays",
    "board": "board-ops",
    "status": "in_progress",
    "owner": "person-outsider-manager",
    "assignee": "agent-that-asks-decisions",
    "tags": [
      "mail"
    ],
    "runs": [
      "paused"
    ],
    "criteria": [],
    "approvers": []
  },
  {
    "title": "Plan the stocktaking at the end of the year",
    "description": "Two days, two shifts, no deliveries on the first day.",
    "board": "board-ops",
    "status": "todo",
    "owner": "person-other",
    "assignee": "person-other",
    "priority": "medium",
    "criteria": [
      "Everybody knows the date",
      "Carriers are told",
      "Counting lists are printed"
    ],
    "tags": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Tell carriers about the stocktaking",
    "board": "board-ops",
    "status": "todo",
    "owner": "person-other",
    "assignee": "person-amelie",
    "parent": "Plan the stocktaking at the end of the year",
    "tags": [],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Print the counting lists",
    "board": "board-ops",
    "status": "backlog",
    "owner": "person-other",
    "parent": "Plan the stocktaking at the end of the year",
    "tags": [],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Compare freight rates for the first quarter",
    "board": "board-ops",
    "status": "todo",
    "owner": "person-outsider-manager",
    "assignee": "person-lukas",
    "priority": "medium",
    "tags": [
      "freight"
    ],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Complaints of Fabrikam Foods in {month}",
    "board": "board-ops",
    "status": "done",
    "owner": "person-marta",
    "assignee": "complaint-analyst",
    "tags": [
      "complaints",
      "fabrikam"
    ],
    "runs": [
      "completed"
    ],
    "result": "42 complaints, nearly half about delivery times. Broken jars have doubled, nearly all packed in the late shift.",
    "criteria": [],
    "approvers": []
  },
  {
    "title": "New tone for answers to Contoso customers",
    "board": "board-ops",
    "status": "in_review",
    "owner": "person-ben",
    "assignee": "person-marta",
    "tags": [
      "contoso",
      "writing"
    ],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Sort the tickets that are older than a week",
    "board": "board-ops",
    "status": "done",
    "owner": "person-marta",
    "assignee": "ticket-triage",
    "priority": "urgent",
    "runs": [
      "completed",
      "completed"
    ],
    "result": "57 tickets are sorted: 6 urgent ones went to people, 21 were answered already and can be closed.",
    "tags": [],
    "criteria": [],
    "approvers": []
  },
  {
    "title": "Template for refunds above 200 euros",
    "board": "board-ops",
    "status": "backlog",
    "owner": "person-aylin",
    "tags": [
      "returns"
    ],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Access review of the fourth quarter",
    "description": "All systems, all groups, all keys. The auditors come in January.",
    "board": "board-ops",
    "status": "in_progress",
    "owner": "person-admin",
    "assignee": "access-reviewer",
    "priority": "high",
    "tags": [
      "security",
      "audit"
    ],
    "criteria": [
      "Every finding has an owner",
      "Keys older than ninety days are renewed"
    ],
    "runs": [
      "stopped",
      "completed"
    ],
    "result": "23 findings: four people kept rights of their old team, two keys are older than ninety days, one group has no owner.",
    "approvers": []
  },
  {
    "title": "Renew API keys older than ninety days",
    "board": "board-ops",
    "status": "todo",
    "owner": "person-admin",
    "assignee": "person-felix",
    "tags": [
      "security"
    ],
    "parent": "Access review of the fourth quarter",
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Release notes for the warehouse update",
    "board": "board-ops",
    "status": "done",
    "owner": "person-sofia",
    "assignee": "release-notes",
    "tags": [
      "releases"
    ],
    "runs": [
      "completed"
    ],
    "result": "The notes name five changes. Only one asks people to do something: to sign in again on Monday.",
    "criteria": [],
    "approvers": []
  },
  {
    "title": "Write down what we do when the carrier portal is down",
    "board": "board-ops",
    "status": "backlog",
    "owner": "person-noor",
    "priority": "low",
    "tags": [
      "playbook"
    ],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Try the new scanner app with the late shift",
    "board": "board-ops",
    "status": "backlog",
    "owner": "person-admin",
    "assignee": "person-henrik",
    "priority": "none",
    "tags": [],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Move old delivery notes to the archive",
    "description": "The archive takes them by itself now.",
    "board": "board-ops",
    "status": "cancelled",
    "owner": "person-lukas",
    "tags": [],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Book the insurance refund of the summer storm",
    "board": "board-fin",
    "status": "done",
    "owner": "person-manager",
    "assignee": "person-eszter",
    "archived": true,
    "tags": [],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Accruals of {month}",
    "board": "board-fin",
    "status": "done",
    "owner": "person-eszter",
    "assignee": "accrual-collector",
    "tags": [
      "closing"
    ],
    "runs": [
      "completed"
    ],
    "result": "27 accruals over 38,905.10 euros. The largest is Brenner Logistics with 9,200.00 euros.",
    "archived": true,
    "criteria": [],
    "approvers": []
  },
  {
    "title": "Sort the receipts of the trade fair",
    "board": "board-fin",
    "status": "done",
    "owner": "person-member",
    "assignee": "person-member",
    "tags": [
      "travel"
    ],
    "archived": true,
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Review the VAT return of {month}",
    "board": "board-fin",
    "status": "done",
    "owner": "person-manager",
    "assignee": "vat-reviewer",
    "priority": "high",
    "tags": [
      "tax"
    ],
    "approvers": [
      "person-manager"
    ],
    "runs": [
      "completed"
    ],
    "result": "The return fits the ledger but for one credit note without a tax code, 412.30 euros.",
    "criteria": []
  },
  {
    "title": "Invoices of Alster Packaging since {month}",
    "description": "They changed their price list on the first of {month}. Check which one each invoice uses.",
    "board": "board-fin",
    "status": "done",
    "owner": "person-member",
    "assignee": "agent-that-finishes",
    "priority": "medium",
    "tags": [
      "invoices",
      "suppliers"
    ],
    "criteria": [
      "Every invoice names the price list",
      "Differences above fifty euros are listed"
    ],
    "runs": [
      "failed",
      "completed"
    ],
    "result": "Of 14 invoices three still use the old price list. Together they are 284.60 euros too high; two are above fifty euros.",
    "max_runs_per_hour": 4,
    "approvers": []
  },
  {
    "title": "Second reminders of {month}",
    "board": "board-fin",
    "status": "done",
    "owner": "person-priya",
    "assignee": "dunning-writer",
    "tags": [
      "reminders"
    ],
    "runs": [
      "completed"
    ],
    "result": "Twelve second reminders over 8,431.75 euros are drafted, three of them in English.",
    "criteria": [],
    "approvers": []
  },
  {
    "title": "Accruals of {month}, corrected",
    "board": "board-fin",
    "status": "done",
    "owner": "person-eszter",
    "assignee": "accrual-collector",
    "tags": [
      "closing"
    ],
    "runs": [
      "completed",
      "completed"
    ],
    "result": "31 accruals over 42,310.40 euros. The largest is Galvano Süd with 7,480.00 euros; three need a comment.",
    "criteria": [],
    "approvers": []
  },
  {
    "title": "Year-end closing: plan and owners",
    "description": "Who does what between 28 December and 15 January.",
    "board": "board-fin",
    "status": "in_progress",
    "owner": "person-manager",
    "assignee": "person-manager",
    "priority": "high",
    "project": "project-year-end",
    "tags": [
      "closing"
    ],
    "criteria": [
      "Every step has an owner and a date",
      "The auditors have confirmed their days"
    ],
    "approvers": [],
    "runs": []
  },
  {
    "title": "List of open items older than ninety days",
    "board": "board-fin",
    "status": "in_review",
    "owner": "person-member",
    "assignee": "agent-that-finishes",
    "project": "project-year-end",
    "tags": [
      "closing",
      "open-items"
    ],
    "criteria": [
      "Each item has a comment"
    ],
    "parent": "Year-end closing: plan and owners",
    "approvers": [
      "person-manager"
    ],
    "runs": [
      "completed"
    ],
    "result": "19 items over 12,077.15 euros, each with a comment. Five of them are in dispute."
  },
  {
    "title": "Rental contracts with index clauses",
    "description": "Needed for the notes to the accounts.",
    "board": "board-fin",
    "status": "in_progress",
    "owner": "person-daniel",
    "assignee": "agent-that-is-slow",
    "project": "project-year-end",
    "tags": [
      "contracts"
    ],
    "parent": "Year-end closing: plan and owners",
    "runs": [
      "cancelled",
      "paused"
    ],
    "budget_euros": 10,
    "criteria": [],
    "approvers": []
  },
  {
    "title": "Inventory differences of the outlet",
    "board": "board-fin",
    "status": "backlog",
    "owner": "person-member",
    "priority": "medium",
    "project": "project-year-end",
    "parent": "Year-end closing: plan and owners",
    "tags": [],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Credit note for the damaged pallets",
    "board": "board-fin",
    "status": "in_progress",
    "owner": "person-member",
    "assignee": "agent-that-asks-fields",
    "priority": "urgent",
    "tags": [
      "complaints"
    ],
    "runs": [
      "paused"
    ],
    "result": "Done as described. Amount: {{values.amount}} {{values.currency}}.",
    "criteria": [],
    "approvers": []
  },
  {
    "title": "Payment run of this week",
    "board": "board-fin",
    "status": "in_progress",
    "owner": "person-manager",
    "assignee": "agent-that-waits-for-approval",
    "priority": "high",
    "tags": [
      "payments"
    ],
    "runs": [
      "paused"
    ],
    "criteria": [],
    "approvers": []
  },
  {
    "title": "Travel rules: daily allowance abroad",
    "board": "board-fin",
    "status": "todo",
    "owner": "person-member",
    "assignee": "person-member",
    "priority": "low",
    "tags": [
      "travel",
      "handbook"
    ],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Ask Weidmann Print for the missing invoice of {month}",
    "board": "board-fin",
    "status": "todo",
    "owner": "person-priya",
    "assignee": "person-priya",
    "tags": [],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Bank statements are not imported since Monday",
    "description": "The bank does not answer. Try again every morning until it does.",
    "board": "board-fin",
    "status": "todo",
    "owner": "person-eszter",
    "assignee": "agent-that-fails",
    "priority": "urgent",
    "tags": [
      "import"
    ],
    "runs": [
      "failed",
      "failed",
      "failed"
    ],
    "max_runs_per_hour": 1,
    "criteria": [],
    "approvers": []
  },
  {
    "title": "Payment terms of the ten largest suppliers",
    "board": "board-fin",
    "status": "done",
    "owner": "person-daniel",
    "assignee": "person-daniel",
    "project": "project-suppliers",
    "tags": [],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Early payment discount: what did we miss this year?",
    "board": "board-fin",
    "status": "in_review",
    "owner": "person-manager",
    "assignee": "person-member",
    "priority": "medium",
    "tags": [
      "payments"
    ],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Cost centres for the new hall",
    "board": "board-fin",
    "status": "todo",
    "owner": "person-manager",
    "assignee": "person-eszter",
    "project": "project-year-end",
    "tags": [],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Switch the coffee supplier to monthly invoices",
    "board": "board-fin",
    "status": "cancelled",
    "owner": "person-member",
    "assignee": "person-member",
    "priority": "none",
    "tags": [],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Budget 2027 of Operations, first draft",
    "board": "board-fin",
    "status": "done",
    "owner": "person-manager",
    "assignee": "person-daniel",
    "priority": "high",
    "tags": [
      "budget"
    ],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Budget 2027 of Customer Care, first draft",
    "board": "board-fin",
    "status": "backlog",
    "owner": "person-manager",
    "assignee": "person-daniel",
    "tags": [
      "budget"
    ],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Depreciation of the old scanners",
    "board": "board-fin",
    "status": "backlog",
    "owner": "person-eszter",
    "priority": "low",
    "tags": [],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Check the trip to Lyon before it is handed in",
    "board": "board-fin",
    "status": "done",
    "owner": "person-member",
    "assignee": "travel-checker",
    "tags": [
      "travel"
    ],
    "runs": [
      "completed"
    ],
    "result": "The trip follows the rules but for one hotel night that is twelve euros above the limit.",
    "criteria": [],
    "approvers": []
  },
  {
    "title": "Answer the auditors about related parties",
    "board": "board-fin",
    "status": "todo",
    "owner": "person-admin",
    "assignee": "person-manager",
    "priority": "high",
    "tags": [
      "audit"
    ],
    "criteria": [],
    "approvers": [],
    "runs": []
  },
  {
    "title": "Approval limits in the payment system",
    "description": "They still show the limits of last year.",
    "board": "board-fin",
    "status": "in_review",
    "owner": "person-admin",
    "assignee": "person-felix",
    "tags": [
      "payments",
      "security"
    ],
    "approvers": [
      "person-admin",
      "person-manager"
    ],
    "criteria": [],
    "runs": []
  }
],
knowledge: quiet.knowledge,
clients: quiet.clients,
policies: [],
history: {
  "days": 90,
  "runs_per_day": 1.5,
  "chats_per_day": 1,
  "searches_per_day": 0.6667,
  "conversations_per_day": 0.1556,
  "conversations_with": [
    "agent-that-finishes",
    "agent-that-uses-tools",
    "reply-drafter"
  ],
  "newcomers": [
    "person-oliver"
  ],
  "agents": {
    "agent-that-finishes": {
      "often": 14,
      "jobs": [
        {
          "task": "Check invoice {invoice} of {supplier} against its purchase order.",
          "summary": "Pay. Invoice {invoice} of {supplier} over {amount} euros matches its purchase order in all {few} lines."
        },
        {
          "task": "Check invoice {invoice} of {supplier}. They say it was corrected.",
          "summary": "Ask. {supplier} corrected the quantity in invoice {invoice}, but line {few} is still {amount} euros above the order."
        },
        {
          "task": "Check the {few} invoices of {supplier} that came in yesterday.",
          "summary": "Pay. All {few} invoices of {supplier} match, with one accepted difference of less than two percent."
        },
        {
          "task": "Check invoice {invoice} of {supplier}; there is no order number on it.",
          "summary": "Return. Invoice {invoice} names no purchase order, and none of {supplier} fits its {amount} euros."
        }
      ]
    },
    "agent-that-uses-tools": {
      "often": 12,
      "jobs": [
        {
          "task": "Where is order {order}? The customer asks for the second time.",
          "summary": "Order {order} left {city} yesterday and arrives tomorrow. The answer is drafted."
        },
        {
          "task": "Order {order} of {client} should have arrived on Monday.",
          "summary": "The parcel of order {order} has been in {city} since Monday; the carrier promises delivery within two days."
        },
        {
          "task": "Find out which orders of {client} are still in {city}.",
          "summary": "{few} orders of {client} are in {city}; one has been there for {few} days and is reported to the carrier."
        }
      ]
    },
    "ticket-triage": {
      "often": 12,
      "by_schedule": true,
      "jobs": [
        {
          "task": "Sort the new tickets of {client}.",
          "summary": "{many} new tickets of {client}: {few} urgent, most about deliveries. Two hold personal data and are marked."
        },
        {
          "task": "Sort the tickets of the weekend.",
          "summary": "{many} tickets are sorted; {few} went to Technology, the rest to Customer Care."
        }
      ]
    },
    "reply-drafter": {
      "often": 12,
      "jobs": [
        {
          "task": "Draft the answer to the customer of order {order}.",
          "summary": "The answer explains the delay of order {order} and offers a new date or the money back."
        },
        {
          "task": "Draft answers to the {few} oldest tickets of {client}.",
          "summary": "{few} answers are drafted in the tone of {client}; one needs a price from {supplier} before it can be sent."
        },
        {
          "task": "Draft an answer to the complaint about {city}.",
          "summary": "The answer takes the complaint seriously, names the cause and the next step, and promises a call until Friday."
        }
      ]
    },
    "delay-watcher": {
      "often": 8,
      "by_schedule": true,
      "jobs": [
        {
          "task": "Which open orders will be late this week?",
          "summary": "{few} of {many} open orders will be late. The one with {supplier} stops the packing line from Thursday on."
        },
        {
          "task": "What is the matter with the order at {supplier}?",
          "summary": "{supplier} waits for material since {days} days and confirms the new date on Friday. The second source could deliver at once."
        }
      ]
    },
    "returns-inspector": {
      "often": 7,
      "jobs": [
        {
          "task": "Grade the returns of yesterday.",
          "summary": "{many} returns: most are grade A, {few} grade B and two grade C. Refunds come to {amount} euros."
        },
        {
          "task": "Grade the return of order {order}; the customer complains about the refund.",
          "summary": "Grade B is right for order {order}: the packaging is missing. I propose a refund of {amount} euros as goodwill."
        }
      ]
    },
    "supplier-steward": {
      "often": 6,
      "jobs": [
        {
          "task": "Complete the master data of {supplier}.",
          "summary": "{supplier} is complete now: {few} fields were filled in from the framework agreement. The bank details fit."
        },
        {
          "task": "Look for suppliers that exist twice.",
          "summary": "{few} suppliers exist twice. {supplier} is the clearest case: same tax number, two addresses in {city}."
        },
        {
          "task": "Check the papers of {supplier} for the onboarding.",
          "summary": "The register extract of {supplier} is older than six months; everything else is there."
        }
      ]
    },
    "dunning-writer": {
      "often": 5,
      "jobs": [
        {
          "task": "Write the second reminder to {client} for invoice {invoice}.",
          "summary": "The second reminder over {amount} euros is drafted. {client} has {few} more invoices that are due next week."
        },
        {
          "task": "Write first reminders for everything that is {days} days overdue.",
          "summary": "{many} first reminders over {large} euros together are drafted, {few} of them in English."
        }
      ]
    },
    "minutes-keeper": {
      "often": 5,
      "jobs": [
        {
          "task": "Turn the transcript of the meeting with {client} into minutes.",
          "summary": "{few} decisions, {many} tasks. {client} sends its forecast until Friday; the price of {supplier} is still open."
        },
        {
          "task": "Minutes of the weekly team meeting, please.",
          "summary": "{few} decisions and {few} tasks, all with a person and a date."
        }
      ]
    },
    "agent-that-waits-for-approval": {
      "often": 4,
      "jobs": [
        {
          "task": "Prepare the payment run of week {week}.",
          "summary": "The payment run of week {week} with {many} payments over {large} euros was handed to the bank."
        },
        {
          "task": "Prepare the payments to our preferred suppliers for week {week}.",
          "summary": "{many} payments over {large} euros were handed to the bank; {few} of them with early payment discount."
        }
      ]
    },
    "agent-that-asks-fields": {
      "often": 4,
      "jobs": [
        {
          "task": "Prepare the credit note for the damaged goods of order {order}.",
          "summary": "The credit note for order {order} is prepared and waits in the outbox. Amount: {{values.amount}} {{values.currency}}."
        },
        {
          "task": "Prepare a credit note for {client}, the freight was charged twice.",
          "summary": "The credit note for {client} is prepared; Finance gets a copy. Amount: {{values.amount}} {{values.currency}}."
        }
      ]
    },
    "agent-that-asks-text": {
      "often": 3,
      "jobs": [
        {
          "task": "Write the briefing for the review with {client} on Thursday.",
          "summary": "The briefing for {client} is ready: one decision, three facts, two options. It stresses what you asked for. You asked for: {{answer}}"
        },
        {
          "task": "Write a briefing on our options after the delays of {supplier}.",
          "summary": "The briefing names three options for {supplier}; the second source costs {amount} euros more per quarter. You asked for: {{answer}}"
        }
      ]
    },
    "agent-that-asks-decisions": {
      "often": 3,
      "jobs": [
        {
          "task": "Sort the Operations inbox.",
          "summary": "Moved {many} messages; the unclear ones went where you decided."
        }
      ]
    },
    "complaint-analyst": {
      "often": 3,
      "jobs": [
        {
          "task": "What did customers of {client} complain about in {month}?",
          "summary": "Of {many} complaints in {month} nearly half are about delivery times. Damaged packaging has doubled, nearly all of it from {city}."
        }
      ]
    },
    "release-notes": {
      "often": 3,
      "jobs": [
        {
          "task": "Write the notes for the release of week {week}.",
          "summary": "The notes cover {few} changes. Only one asks people to do something: to sign in again after the update."
        }
      ]
    },
    "vat-reviewer": {
      "often": 2,
      "jobs": [
        {
          "task": "Review the VAT return of {month}.",
          "summary": "The return of {month} fits the ledger but for {few} purchases from abroad, {amount} euros together."
        },
        {
          "task": "Why does box 66 of {month} differ from the ledger?",
          "summary": "A credit note of {supplier} over {amount} euros was booked without a tax code. With it the box fits."
        }
      ]
    },
    "accrual-collector": {
      "often": 2,
      "jobs": [
        {
          "task": "Collect the accruals of {month}.",
          "summary": "{many} accruals over {large} euros for {month}. The largest is {supplier} with {amount} euros; three need a comment."
        },
        {
          "task": "Check whether the accruals of {month} were released.",
          "summary": "All but {few} accruals of {month} were released; {supplier} has not sent its invoice yet."
        }
      ]
    },
    "agent-that-is-slow": {
      "often": 2,
      "jobs": [
        {
          "task": "Read the contracts with {supplier} and list every date on which notice can be given.",
          "summary": "Of {many} contracts with {supplier}, {few} can be ended this year. The next date is in {days} days."
        },
        {
          "task": "Which of our rental contracts in {city} have a price adjustment clause?",
          "summary": "{few} of {many} contracts in {city} adjust their price to the index, two of them without an upper limit."
        }
      ]
    },
    "agent-that-fails": {
      "often": 3,
      "success": 0.2222,
      "failure": 0.6667,
      "by_schedule": true,
      "jobs": [
        {
          "task": "Import the statements of today.",
          "summary": "Imported {many} lines; {few} are left for a person."
        },
        {
          "task": "Import the statements of yesterday once more.",
          "summary": "Imported {many} lines; none was new."
        }
      ]
    },
    "access-reviewer": {
      "often": 1,
      "jobs": [
        {
          "task": "Prepare the access review of the quarter.",
          "summary": "{many} findings: {few} people who moved teams kept their old rights, two API keys are older than ninety days."
        },
        {
          "task": "Who can release payments?",
          "summary": "{few} people can; one of them moved to Customer Care in {month} and should not any more."
        }
      ]
    },
    "travel-checker": {
      "often": 2,
      "jobs": [
        {
          "task": "Check my trip to {city}.",
          "summary": "The trip to {city} follows the rules but for one hotel night above the limit. The receipt of the taxi is missing."
        }
      ]
    },
    "handover-writer": {
      "often": 3,
      "jobs": [
        {
          "task": "Write the handover of the late shift.",
          "summary": "Dock {few} is out of order, {few} deliveries wait for papers, the rest is done."
        }
      ]
    },
    "agent-private-to-other": {
      "often": 3,
      "jobs": [
        {
          "task": "Draft the shift plan for week {week}.",
          "summary": "The plan for week {week} is drafted; {few} shifts are one person short."
        }
      ]
    }
  },
  "workflows": {
    "workflow-straight": {
      "tasks": [
        "Order SO-21877 of Contoso Retail.",
        "Order SO-22410, second question.",
        "Order SO-23056 of Fabrikam Foods."
      ],
      "outcomes": [
        "completed",
        "completed",
        "completed",
        "completed",
        "completed",
        "completed",
        "cancelled",
        "completed"
      ]
    },
    "workflow-with-gate": {
      "tasks": [
        "Supplier: Kvist & Moe.",
        "Supplier: Harbour Foods.",
        "Supplier: Lumen Electric.",
        "Supplier: Petit Frères."
      ],
      "outcomes": [
        "completed",
        "completed",
        "objected",
        "completed",
        "rejected",
        "completed",
        "objected",
        "waiting"
      ]
    },
    "workflow-that-fails": {
      "tasks": [
        "Close the day."
      ],
      "outcomes": [
        "completed",
        "completed",
        "completed",
        "completed"
      ]
    },
    "workflow-that-asks": {
      "tasks": [
        "Review with Contoso Retail.",
        "Review with Fabrikam Foods.",
        "Review with Northwind Traders."
      ],
      "outcomes": [
        "completed",
        "completed",
        "completed",
        "waiting"
      ]
    },
    "month-end-closing": {
      "tasks": [
        "Month: {month}."
      ],
      "outcomes": [
        "completed",
        "objected",
        "completed",
        "working"
      ]
    },
    "complaint-handling": {
      "tasks": [
        "Ticket 4711: broken jars.",
        "Ticket 4802: late again.",
        "Ticket 4915: wrong colour.",
        "Ticket 5023: no answer."
      ],
      "outcomes": [
        "completed",
        "completed",
        "rejected",
        "completed",
        "objected",
        "completed",
        "completed",
        "cancelled",
        "waiting"
      ]
    }
  },
  "under_way": [
    {
      "agent": "agent-that-is-slow",
      "by": "person-admin",
      "task": "Read the contracts with Brenner Logistics.",
      "ago": "150s"
    },
    {
      "agent": "access-reviewer",
      "by": "person-noor",
      "task": "Prepare the access review of the quarter.",
      "ago": "100s"
    },
    {
      "agent": "agent-that-is-slow",
      "by": "person-noor",
      "task": "Which licences end this year?",
      "ago": "5h",
      "paused_after": "210s"
    },
    {
      "agent": "agent-that-asks-text",
      "by": "person-other",
      "task": "Write a briefing on the delays of Alster Packaging.",
      "ago": "25m",
      "waits": true
    },
    {
      "agent": "agent-that-waits-for-approval",
      "by": "person-member",
      "task": "Prepare the refunds of this week.",
      "ago": "3h",
      "waits": true
    }
  ],
  "words": {
    "supplier": [
      "Alster Packaging",
      "Brenner Logistics",
      "Kvist & Moe",
      "Galvano Süd",
      "Ostrava Steelworks",
      "Petit Frères",
      "Harbour Foods",
      "Lumen Electric",
      "Weidmann Print",
      "Sollers Chemicals"
    ],
    "client": [
      "Contoso Retail",
      "Fabrikam Foods",
      "Northwind Traders"
    ],
    "city": [
      "Hannover",
      "Rotterdam",
      "Graz",
      "Lyon",
      "Malmö",
      "Poznań",
      "Antwerp",
      "Dresden",
      "Turin"
    ],
    "invoice": {
      "number": [
        100,
        999
      ],
      "as": "2026-0{}"
    },
    "order": {
      "number": [
        20100,
        24900
      ],
      "as": "SO-{}"
    },
    "few": {
      "number": [
        2,
        6
      ]
    },
    "many": {
      "number": [
        11,
        64
      ]
    },
    "days": {
      "number": [
        8,
        45
      ]
    },
    "amount": {
      "money": [
        40,
        4600
      ]
    },
    "large": {
      "money": [
        9000,
        64000
      ]
    }
  },
  "errors": [
    {
      "code": "tool_failed",
      "message": "The warehouse system did not answer within thirty seconds."
    },
    {
      "code": "tool_failed",
      "message": "The mailbox refused the connection: the password has expired."
    },
    {
      "code": "model_overloaded",
      "message": "The model was overloaded; three attempts failed."
    },
    {
      "code": "max_steps_reached",
      "message": "The agent used up its steps without coming to an end."
    },
    {
      "code": "attachment_unreadable",
      "message": "Page 3 of the attachment is a photo that could not be read."
    }
  ],
  "answers": [
    "The new delivery dates, and keep prices out of it.",
    "What we can decide without the supplier.",
    "The costs of the second source.",
    "Last year compared with this one.",
    "The three complaints of last week.",
    "Nothing special, two paragraphs are enough."
  ],
  "values": {
    "amount": {
      "number": [
        40,
        900
      ]
    },
    "currency": "EUR",
    "notify": {
      "chance": 0.6
    },
    "reason": [
      "Goods were damaged",
      "Freight was charged twice",
      "Price of the old list"
    ]
  },
  "comments": {
    "run": {
      "approved": [
        null,
        null,
        null,
        "Checked against the list."
      ],
      "objected": [
        null
      ],
      "rejected": [
        "Two of the payments are in dispute.",
        "Not before the balance of Friday is in."
      ]
    },
    "task": {
      "approved": [
        "Fine with me.",
        null
      ],
      "objected": [
        null
      ],
      "rejected": [
        "Not complete yet."
      ]
    },
    "workflow_gate": {
      "approved": [
        null,
        null,
        "Fine with me.",
        "Checked, go on."
      ],
      "objected": [
        "The register extract is old; go on, but ask for a new one.",
        "Two amounts look rounded. Continue, I will check them by Friday.",
        "I would have worded it differently. Send it this time."
      ],
      "rejected": [
        "The bank details are not confirmed.",
        "This is not ready; start again with the complete papers.",
        "We do not answer this one in writing. I call them."
      ]
    }
  }
},
}

const secondTenant: World = {
company: {
  "name": "Kontrapunkt Verlag",
  "time_zone": "Europe/Vienna",
  "plan": "starter",
  "top_up_euros": 500,
  "monthly_top_up_euros": 200,
  "first_fee": true
},
teams: {
  "editorial": {
    "name": "Editorial"
  }
},
people: {
  "editor": {
    "name": "Johanna Pichler",
    "email": "johanna.pichler@kontrapunkt.example",
    "role": "admin",
    "teams": [
      "editorial"
    ],
    "manages": []
  }
},
keys: {
  "admin": {
    "of": "editor",
    "scopes": [
      "agency-usage:read",
      "agents:read",
      "agents:run",
      "analytics:read",
      "approvals:read",
      "chat:read",
      "chat:write",
      "knowledge:read",
      "runs:read",
      "tasks:read",
      "tasks:write",
      "workflows:read",
      "workflows:run"
    ],
    "revoked": false
  }
},
models: {
  "aw-large": {
    "name": "Agent Work Large",
    "owned_by": "agent-work",
    "in": 3,
    "out": 15,
    "cached": 0.3
  },
  "aw-medium": {
    "name": "Agent Work Medium",
    "owned_by": "agent-work",
    "in": 1,
    "out": 5,
    "cached": 0.1
  },
  "aw-small": {
    "name": "Agent Work Small",
    "owned_by": "agent-work",
    "in": 0.25,
    "out": 1.25,
    "cached": 0.025
  },
  "kontrapunkt-house": {
    "name": "Kontrapunkt house style",
    "owned_by": "agent-work",
    "in": 3,
    "out": 15,
    "cached": 0.3
  }
},
agents: {
  "proofreader": {
    "name": "Proofreader",
    "description": "Finds mistakes and proposes corrections.",
    "owner": "editor",
    "team": "editorial",
    "visibility": "shared",
    "system_prompt": "You proofread manuscripts by the house style and propose corrections line by line.",
    "model": "aw-medium",
    "tools": [],
    "tags": [
      "books"
    ],
    "script": [
      {
        "do": "work",
        "seconds": 80
      },
      {
        "do": "finish",
        "summary": "All corrections are listed."
      }
    ]
  }
},
workflows: {
  "proofread-and-release": {
    "name": "Proofread and release",
    "description": "Proofreads a chapter and lets the editor release it.",
    "status": "active",
    "owner": "editor",
    "steps": [
      {
        "agent": "proofreader",
        "name": "Proofread",
        "instruction": "Proofread the chapter."
      },
      {
        "gate": "Release",
        "approvers": [
          "editor"
        ]
      }
    ]
  }
},
boards: {
  "spring-list": {
    "name": "Spring list",
    "prefix": "SPR"
  }
},
projects: {},
tasks: [
  {
    "title": "Proofread chapter 3",
    "status": "in_review",
    "assignee": "proofreader",
    "runs": [
      "completed"
    ],
    "result": "14 corrections in chapter 3.",
    "board": "spring-list",
    "owner": "editor",
    "tags": [],
    "criteria": [],
    "approvers": []
  }
],
knowledge: {
  "kb-style": {
    "name": "House style",
    "description": "Spelling, quotation marks, names.",
    "teams": [],
    "documents": [
      {
        "title": "Quotation marks and invoices of authors",
        "passages": [
          "Authors send their invoices by the end of the quarter.",
          "Quotation marks follow the language of the book."
        ]
      }
    ]
  }
},
clients: {
  "edition-salz": {
    "name": "Edition Salz",
    "agents": [
      "proofreader"
    ]
  }
},
policies: [],
history: {
  "days": 3,
  "runs_per_day": 0,
  "workflows": {
    "proofread-and-release": {
      "tasks": [
        "Proofread chapter 3."
      ],
      "outcomes": [
        "waiting"
      ]
    }
  }
},
}

/** The worlds that the mock brings along. */
export const shippedWorlds = {
empty,
quiet,
demo,
'second-tenant': secondTenant,
} as const

/** The handles of the demo, by kind. */
export interface DemoHandles {
people: 'person-admin' | 'person-manager' | 'person-member' | 'person-other' | 'person-outsider-manager' | 'person-felix' | 'person-noor' | 'person-marta' | 'person-eszter' | 'person-daniel' | 'person-priya' | 'person-lukas' | 'person-amelie' | 'person-henrik' | 'person-sofia' | 'person-ben' | 'person-aylin' | 'person-oliver'
teams: 'team-finance' | 'team-operations' | 'team-technology' | 'team-customer-care'
keys: 'admin' | 'manager' | 'member' | 'other' | 'outsider-manager' | 'read-only' | 'run-only' | 'no-scope' | 'revoked'
agents: 'agent-that-finishes' | 'agent-that-is-slow' | 'agent-that-fails' | 'agent-that-asks-text' | 'agent-that-asks-fields' | 'agent-that-asks-decisions' | 'agent-that-waits-for-approval' | 'agent-that-uses-tools' | 'agent-private-to-other' | 'accrual-collector' | 'vat-reviewer' | 'dunning-writer' | 'travel-checker' | 'supplier-steward' | 'delay-watcher' | 'returns-inspector' | 'handover-writer' | 'ticket-triage' | 'reply-drafter' | 'complaint-analyst' | 'access-reviewer' | 'release-notes' | 'minutes-keeper'
workflows: 'workflow-straight' | 'workflow-with-gate' | 'workflow-that-fails' | 'workflow-that-asks' | 'workflow-in-draft' | 'month-end-closing' | 'complaint-handling'
boards: 'board-ops' | 'board-fin'
projects: 'project-year-end' | 'project-suppliers'
knowledgeBases: 'kb-handbook' | 'kb-finance' | 'kb-operations'
clients: 'client-contoso' | 'client-fabrikam'
}
