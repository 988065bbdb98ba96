/** Stands for the API of a payment provider. */
export async function charge(amount: number, idempotencyKey: string): Promise<string> {
  const response = await fetch('https://payments.example/charges', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify({ amount }),
  });
  if (!response.ok) throw new Error(`The payment failed with ${response.status}.`);
  return await response.text();
}
