// Words of near meaning, which a search with `hybrid` takes for one another, also across common languages.
import { termsOf } from './terms.ts'

const GROUPS = `
invoice bill billing rechnung facture factura fattura faktura
supplier vendor seller provider lieferant fournisseur proveedor fornitore
customer client buyer kunde kunden cliente
payment pay paid remit settle zahlung zahlen bezahlen paiement pago pagamento
leave vacation holiday absence urlaub ferien congé vacances vacaciones ferie
travel trip journey reise dienstreise voyage viaje viaggio
refund reimburse reimbursement repay erstattung rückerstattung remboursement reembolso rimborso
expense cost spending spesen auslagen kosten frais gastos spese
receipt voucher beleg quittung reçu recibo ricevuta
approval authorization permission freigabe genehmigung approbation aprobación approvazione
contract agreement vertrag contrat contrato contratto
notice termination terminate cancel kündigung kündigungsfrist préavis preaviso
employee staff worker mitarbeiter employé empleado
manager boss supervisor lead vorgesetzter chef
laptop computer notebook rechner ordinateur
phone telephone mobile telefon handy téléphone teléfono
password passkey login credential passwort contraseña
security safety sicherheit sécurité seguridad sicurezza
delivery shipment shipping consignment lieferung livraison entrega consegna
late delay delayed overdue verspätet verspätung retard retraso ritardo
damaged broken defective beschädigt defekt endommagé dañado
return rücksendung retoure retour devolución reso
warehouse depot storage lager entrepôt almacén magazzino
outage downtime failure crash ausfall störung panne
order purchase bestellung commande pedido ordine
discount rebate reduction rabatt skonto remise descuento sconto
tax vat duty steuer mehrwertsteuer umsatzsteuer impôt impuesto
bank account konto banque banco
deadline due frist délai plazo scadenza
complaint claim grievance beschwerde reklamation réclamation queja reclamo
hotel accommodation lodging unterkunft hébergement alojamiento
flight plane air flug vol vuelo
train rail railway bahn zug treno
rule policy guideline regulation richtlinie regel règle
question enquiry inquiry frage
closing monatsabschluss abschluss clôture cierre
quality grade qualität qualité calidad
`

/** The other terms with a meaning near that of a term. */
export function synonymsOf(term: string): ReadonlySet<string> {
  known ??= synonymsIn(GROUPS)
  return known.get(term) ?? NONE
}

const NONE: ReadonlySet<string> = new Set()
let known: ReadonlyMap<string, ReadonlySet<string>> | undefined

function synonymsIn(groups: string): ReadonlyMap<string, ReadonlySet<string>> {
  const synonyms = new Map<string, ReadonlySet<string>>()
  for (const group of groups.trim().split('\n')) {
    const terms = termsOf(group)
    for (const term of terms) synonyms.set(term, new Set([...(synonyms.get(term) ?? NONE), ...terms]))
  }
  return synonyms
}
