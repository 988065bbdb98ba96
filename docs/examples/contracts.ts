/** Stands for a service that has contracts signed, and calls your webhook then. */
export async function sendForSignature(email: string, token: string, idempotencyKey: string): Promise<void> {
  const response = await fetch('https://contracts.example/envelopes', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify({ email, reference: token }),
  });
  if (!response.ok) throw new Error(`The contract was not sent: ${response.status}.`);
}

/** What the service reports, if it is the service that calls: others do not know the secret. */
export async function reportIn(request: Request): Promise<{ reference: string; by: string } | undefined> {
  if (request.headers.get('authorization') !== `Bearer ${process.env['CONTRACTS_SECRET']}`) return undefined;
  return (await request.json()) as { reference: string; by: string };
}
